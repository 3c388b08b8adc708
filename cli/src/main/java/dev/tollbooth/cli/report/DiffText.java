package dev.tollbooth.cli.report;

import dev.tollbooth.cli.text.FigureText;
import dev.tollbooth.cli.text.Hex;
import dev.tollbooth.cli.text.TextTable;
import dev.tollbooth.cli.text.TimeText;
import dev.tollbooth.internal.compare.MeasuredStatement;
import dev.tollbooth.internal.compare.Shift;
import dev.tollbooth.internal.compare.StatementChange;
import dev.tollbooth.statement.Quantile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A writer of a comparison as one table, with each statement's text below its figures. */
final class DiffText {

    private static final String NONE = "-";

    private final Diff diff;
    private final TimeText times;
    private final int width;

    DiffText(Diff diff, TimeText times, int width) {
        this.diff = diff;
        this.times = times;
        this.width = width;
    }

    List<String> lines(boolean all) {
        List<String> lines = new ArrayList<>();
        lines.add("before: " + side(diff.before()));
        lines.add("after:  " + side(diff.after()));
        StringBuilder counts = new StringBuilder();
        for (Diff.Finding finding : Diff.Finding.values()) {
            counts.append(finding == Diff.Finding.PLAN ? "new plan" : finding.word())
                    .append(": ")
                    .append(diff.count(finding))
                    .append(", ");
        }
        counts.append("same: ").append(diff.count(Shift.SAME));
        lines.add(counts + ", too few executions to tell: " + diff.count(Shift.TOO_FEW));
        List<StatementChange<String>> shown = diff.changes().stream()
                .filter(change -> all || isFinding(change))
                .toList();
        if (!shown.isEmpty()) {
            lines.add("");
            lines.addAll(table(shown).lines(width));
        }
        return lines;
    }

    private String side(ReportedSide side) {
        String range = side.reports() == 0 ? NONE : times.range(side.firstSecond(), side.lastSecond());
        return range + ", " + FigureText.count(side.reports(), "report") + ", "
                + FigureText.count(side.executions(), "execution");
    }

    private static boolean isFinding(StatementChange<String> change) {
        for (Diff.Finding finding : Diff.Finding.values()) {
            if (finding.holds(change)) {
                return true;
            }
        }
        return false;
    }

    private TextTable table(List<StatementChange<String>> shown) {
        boolean ru = shown.stream().anyMatch(change -> ru(change.before()) != null || ru(change.after()) != null);
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
            table.row(cells(change, ru), diff.text(change.key()));
        }
        return table;
    }

    private static List<String> cells(StatementChange<String> change, boolean ru) {
        MeasuredStatement before = change.before();
        MeasuredStatement after = change.after();
        List<String> cells = new ArrayList<>();
        String word = change.shift().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        cells.add(change.newPlans().isEmpty() ? word : word.equals("same") ? "new plan" : word + ", new plan");
        cells.add(Hex.shortened(change.key()));
        cells.add(arrow(quantile(before, Quantile.P99), quantile(after, Quantile.P99)));
        int moved = change.movedBuckets();
        cells.add(before == null || after == null ? NONE : moved > 0 ? "+" + moved : String.valueOf(moved));
        cells.add(arrow(quantile(before, Quantile.P50), quantile(after, Quantile.P50)));
        cells.add(arrow(count(before), count(after)));
        if (ru) {
            cells.add(arrow(amount(ru(before)), amount(ru(after))));
        }
        return cells;
    }

    private static String arrow(String before, String after) {
        return before + " → " + after;
    }

    private static String quantile(@Nullable MeasuredStatement side, Quantile quantile) {
        return side == null ? NONE : FigureText.quantile(side.histogram(), quantile);
    }

    private static String count(@Nullable MeasuredStatement side) {
        return side == null ? NONE : FigureText.count(side.executions());
    }

    private static @Nullable Double ru(@Nullable MeasuredStatement side) {
        return side == null ? null : side.ruOfOne();
    }

    private static String amount(@Nullable Double ru) {
        return ru == null ? NONE : FigureText.amount(ru);
    }
}
