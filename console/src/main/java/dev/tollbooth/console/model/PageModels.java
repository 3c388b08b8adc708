package dev.tollbooth.console.model;

import dev.tollbooth.console.model.PageModel.PageStatement;
import dev.tollbooth.internal.figure.Figure;
import java.text.NumberFormat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A calculation of the page's data from reports, in two passes, so that the required memory does not grow with the
 * files.
 */
public final class PageModels {

    /** The number of statements above which the texts of cheap statements are shortened. */
    private static final int MANY = 1_000;

    /** The maximum number of latency buckets in the series of all statements; each takes about five bytes of JSON. */
    private static final int MOST_PAIRS = 350_000;

    private static final List<Figure> SELECTING =
            List.of(Figure.TIME, Figure.COUNT, Figure.ERRORS, Figure.ROWS_READ, Figure.RU, Figure.P99);
    private static final int MOST_BY_TIME = 100;
    private static final int MOST_BY_OTHERS = 25;
    private static final int SHORT_TEXT = 120;
    private static final int LONG_TEXT = 16_384;

    private PageModels() {}

    /** Returns the model of the reports of {@code source} in {@code span}. */
    public static PageModel of(ReportSource source, TimeSpan span) {
        Survey survey = new Survey();
        StepStarts.forEach(source, span, survey::add);
        TimeGrid grid = survey.grid();
        Set<StatementIdentity> selected = selected(survey.statements());
        SeriesReading series = new SeriesReading(grid, selected);
        StepStarts.forEach(source, span, series::add);
        List<PageStatement> statements = statements(survey, series, selected);
        int whole = withLatencies(statements);
        List<PageStatement> cheap = statements.subList(whole, statements.size());
        boolean lackLatencies = cheap.stream().anyMatch(row -> !row.points().isEmpty());
        cheap.replaceAll(PageStatement::withoutLatencies);
        return new PageModel(
                grid,
                survey.windowSeconds(),
                survey.runs(),
                survey.marks(),
                series.global(),
                statements,
                series.rest(),
                series.spenders(),
                series.slices(),
                survey.plans(),
                notes(survey, grid, statements, lackLatencies, series));
    }

    private static List<PageStatement> statements(
            Survey survey, SeriesReading series, Set<StatementIdentity> selected) {
        boolean many = survey.statements().size() > MANY;
        List<PageStatement> rows = new ArrayList<>();
        for (Map.Entry<StatementIdentity, StatementTotals> each :
                survey.statements().entrySet()) {
            StatementTotals totals = each.getValue();
            boolean small = !selected.contains(each.getKey());
            rows.add(new PageStatement(
                    each.getKey(),
                    totals.summary(),
                    cut(survey.text(each.getKey()), many && small ? SHORT_TEXT : LONG_TEXT),
                    totals.figures(),
                    totals.origins(),
                    totals.terms(),
                    series.points(each.getKey())));
        }
        rows.sort(Comparator.comparing((PageStatement row) -> row.points().isEmpty())
                .thenComparing(Comparator.comparingLong(
                                (PageStatement row) -> row.figures().nanos())
                        .reversed()));
        return rows;
    }

    /** Returns the number of the first statements that keep their latencies by time, so that a page stays small. */
    private static int withLatencies(List<PageStatement> rows) {
        long used = 0;
        int kept = 0;
        for (PageStatement row : rows) {
            used += row.width();
            if (used > MOST_PAIRS) {
                break;
            }
            kept++;
        }
        return kept;
    }

    private static String duration(int seconds) {
        if (seconds % 3_600 == 0) {
            return seconds / 3_600 + " h";
        }
        return seconds % 60 == 0 ? seconds / 60 + " min" : seconds + " s";
    }

    private static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
        return text.substring(0, end) + "…";
    }

    private static List<String> notes(
            Survey survey, TimeGrid grid, List<PageStatement> statements, boolean lackLatencies, SeriesReading series) {
        List<String> notes = new ArrayList<>();
        if (grid.buckets() > 0 && grid.bucketSeconds() > survey.windowSeconds()) {
            notes.add("Rolled up: reports of " + survey.windowSeconds() + " s into buckets of "
                    + duration(grid.bucketSeconds()) + ".");
        }
        long small = statements.stream().filter(row -> row.points().isEmpty()).count();
        if (small > 0) {
            notes.add(
                    "Rolled up: " + NumberFormat.getIntegerInstance(Locale.ROOT).format(small)
                            + " cheap statements have figures of the whole time range only.");
        }
        if (lackLatencies) {
            notes.add("Rolled up: some cheap statements have latencies of the whole time range only.");
        }
        if (series.spenders().stream().anyMatch(each -> each.identity().scope().equals(SpenderIdentity.SMALL))) {
            notes.add("Rolled up: the cheap statements of each user are one row.");
        }
        return notes;
    }

    /**
     * Returns the statements that the page shows by time. Each is among the first by time, executions, errors, rows
     * read, request units or P99, or has no digest.
     */
    private static Set<StatementIdentity> selected(Map<StatementIdentity, StatementTotals> all) {
        Set<StatementIdentity> chosen = new HashSet<>();
        for (Figure figure : SELECTING) {
            figure.sorted(all.entrySet(), each -> each.getValue().figures()).stream()
                    .limit(figure == Figure.TIME ? MOST_BY_TIME : MOST_BY_OTHERS)
                    .filter(each -> figure.rank(each.getValue().figures()) > 0)
                    .forEach(each -> chosen.add(each.getKey()));
        }
        all.keySet().stream().filter(each -> each.digest().isEmpty()).forEach(chosen::add);
        return chosen;
    }
}
