package dev.tollbooth.cli.report;

import dev.tollbooth.cli.text.FigureText;
import dev.tollbooth.cli.text.Hex;
import dev.tollbooth.cli.text.HistogramText;
import dev.tollbooth.cli.text.Json;
import dev.tollbooth.cli.text.TextTable;
import dev.tollbooth.cli.text.TimeText;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.internal.compare.Comparison;
import dev.tollbooth.internal.compare.MeasuredStatement;
import dev.tollbooth.internal.compare.Shift;
import dev.tollbooth.internal.compare.StatementChange;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.statement.Quantile;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A comparison of the statements of two periods, or of two builds. */
public final class Diff {

    private static final String NONE = FigureText.UNKNOWN;

    /** The findings of a comparison that can fail a build. */
    public enum Finding {
        SLOWER,
        PLAN,
        NEW,
        GONE,
        FASTER;

        boolean holds(StatementChange<?> change) {
            return this == PLAN
                    ? !change.newPlans().isEmpty()
                    : change.shift().name().equals(name());
        }

        /** Returns the name on the command line. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The reports of one side, with their statements. */
    private record Side(ReportedStatements reports, Map<String, MeasuredStatement> statements) {

        static Side read(ReportFiles files, TimeSpan range) {
            ReportedStatements reports = ReportedStatements.read(files::forEachOnce, range, "");
            return new Side(reports, reports.measured());
        }

        private long executions() {
            return statements.values().stream()
                    .mapToLong(MeasuredStatement::executions)
                    .sum();
        }

        private String text(TimeText times) {
            Figures read = reports.read();
            String range =
                    read == Figures.NONE ? NONE : times.range(read.orZero(Figure.FIRST), read.orZero(Figure.LAST));
            return range + ", " + FigureText.count(read.orZero(Figure.REPORTS), "report") + ", "
                    + FigureText.count(executions(), "execution");
        }

        private Map<String, @Nullable Object> map() {
            Map<String, @Nullable Object> map = new LinkedHashMap<>();
            map.put("fromSec", reports.read().get(Figure.FIRST));
            map.put("toSec", reports.read().get(Figure.LAST));
            map.put("reports", reports.read().orZero(Figure.REPORTS));
            map.put("count", executions());
            return map;
        }
    }

    private final Side before;
    private final Side after;
    /** The statements with findings in the order of {@link Finding}, then all others. */
    private final List<StatementChange<String>> changes;

    private Diff(Side before, Side after) {
        this.before = before;
        this.after = after;
        this.changes = new ArrayList<>(Comparison.of(before.statements, after.statements));
        changes.sort(Comparator.comparing((StatementChange<String> change) -> rank(change))
                .thenComparing(change -> -Math.abs(change.movedBuckets()))
                .thenComparing(StatementChange::key));
    }

    private static int rank(StatementChange<String> change) {
        int rank = 0;
        for (Finding finding : Finding.values()) {
            if (finding.holds(change)) {
                return rank;
            }
            rank++;
        }
        return rank + (change.shift() == Shift.SAME ? 0 : 1);
    }

    /** Compares the files in one range with the same or other files in another range. */
    public static Diff read(ReportFiles before, TimeSpan beforeRange, ReportFiles after, TimeSpan afterRange) {
        return new Diff(Side.read(before, beforeRange), Side.read(after, afterRange));
    }

    /** Returns whether either side has no statement. */
    public boolean isOneSided() {
        return before.statements.isEmpty() || after.statements.isEmpty();
    }

    /** Returns whether any statement matches {@code findings}. */
    public boolean hasAny(Collection<Finding> findings) {
        return findings.stream().anyMatch(finding -> count(finding) > 0);
    }

    private long count(Finding finding) {
        return changes.stream().filter(finding::holds).count();
    }

    private long count(Shift shift) {
        return changes.stream().filter(change -> change.shift() == shift).count();
    }

    /** Returns the normalized text of a statement; else its short text, or empty. */
    private String text(String digest) {
        return Stream.of(after.reports, before.reports)
                .flatMap(reports -> Stream.of(reports.text(digest), reports.summary(digest)))
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
    }

    /**
     * Returns a summary and a table for people, with each statement's text below its figures. The table has the changed
     * statements; with {@code all}, it also has the others.
     *
     * @param width the width of the terminal in characters
     */
    public List<String> text(ZoneId zone, int width, boolean all) {
        TimeText times = new TimeText(zone);
        List<String> lines = new ArrayList<>();
        lines.add("before: " + before.text(times));
        lines.add("after:  " + after.text(times));
        StringBuilder counts = new StringBuilder();
        for (Finding finding : Finding.values()) {
            counts.append(finding == Finding.PLAN ? "new plan" : finding.word())
                    .append(": ")
                    .append(count(finding))
                    .append(", ");
        }
        counts.append("same: ").append(count(Shift.SAME));
        lines.add(counts + ", too few executions to tell: " + count(Shift.TOO_FEW));
        List<StatementChange<String>> shown = changes.stream()
                .filter(change -> all || rank(change) < Finding.values().length)
                .toList();
        if (!shown.isEmpty()) {
            lines.add("");
            lines.addAll(table(shown).lines(width));
        }
        return lines;
    }

    private TextTable table(List<StatementChange<String>> shown) {
        boolean ru = shown.stream().anyMatch(change -> !arrow(change, Diff::ru).equals(NONE + " → " + NONE));
        TextTable table = new TextTable(TextTable.RIGID)
                .left("change")
                .left("digest")
                .right("P99")
                .right("buckets")
                .right("P50", 2)
                .right("executions");
        if (ru) {
            table.right("RU of one", 1);
        }
        for (StatementChange<String> change : shown) {
            table.row(cells(change, ru), text(change.key()));
        }
        return table;
    }

    private static List<String> cells(StatementChange<String> change, boolean ru) {
        List<String> cells = new ArrayList<>();
        String word = change.shift().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        cells.add(change.newPlans().isEmpty() ? word : word.equals("same") ? "new plan" : word + ", new plan");
        cells.add(Hex.shortened(change.key()));
        cells.add(arrow(change, side -> FigureText.quantile(side.histogram(), Quantile.P99)));
        int moved = change.movedBuckets();
        boolean both = change.before() != null && change.after() != null;
        cells.add(both ? (moved > 0 ? "+" : "") + moved : NONE);
        cells.add(arrow(change, side -> FigureText.quantile(side.histogram(), Quantile.P50)));
        cells.add(arrow(change, side -> FigureText.count(side.executions())));
        if (ru) {
            cells.add(arrow(change, Diff::ru));
        }
        return cells;
    }

    private static String ru(MeasuredStatement side) {
        return FigureText.ru(side.ruOfOne());
    }

    private static String arrow(StatementChange<String> change, Function<MeasuredStatement, String> text) {
        MeasuredStatement before = change.before();
        MeasuredStatement after = change.after();
        return (before == null ? NONE : text.apply(before)) + " → " + (after == null ? NONE : text.apply(after));
    }

    /** Returns one line of JSON with all statements. */
    public String json() {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (Shift shift : Shift.values()) {
            counts.put(word(shift), count(shift));
        }
        counts.put("newPlan", count(Finding.PLAN));
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("before", before.map());
        json.put("after", after.map());
        json.put("counts", counts);
        json.put("statements", changes.stream().map(this::map).toList());
        return Json.line(json);
    }

    private static String word(Shift shift) {
        return shift == Shift.TOO_FEW ? "tooFew" : shift.name().toLowerCase(Locale.ROOT);
    }

    private Map<String, @Nullable Object> map(StatementChange<String> change) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("change", word(change.shift()));
        map.put("digest", change.key());
        map.put("text", text(change.key()));
        map.put("movedBuckets", change.movedBuckets());
        map.put("chance", change.chance());
        map.put("newPlans", new TreeSet<>(change.newPlans()));
        map.put("before", map(change.before()));
        map.put("after", map(change.after()));
        return map;
    }

    private static @Nullable Map<String, @Nullable Object> map(@Nullable MeasuredStatement side) {
        if (side == null) {
            return null;
        }
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("count", side.executions());
        map.put("errors", side.errors());
        map.putAll(HistogramText.figures(side.histogram()));
        map.put("avgRu", side.ruOfOne());
        return map;
    }
}
