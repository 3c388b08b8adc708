package dev.tollbooth.cli.demo;

import dev.tollbooth.cli.text.FigureText;
import dev.tollbooth.cli.text.Terminal;
import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Quantile;
import dev.tollbooth.statement.StatementSnapshot;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/**
 * The output while the workload runs: in a terminal, a table that is redrawn; otherwise, a line every two seconds.
 *
 * <p>Not thread-safe.
 */
final class LiveView {

    private static final long REDRAW_NANOS = 500_000_000L;
    private static final long LINE_NANOS = 2_000_000_000L;
    private static final int ROWS = 12;
    private static final int BAR = 30;

    private final PrintStream out;
    private final Terminal terminal;
    private final long totalNanos;
    private int drawnLines;
    private Figures before = Figures.NONE;
    private long nanosBefore;

    LiveView(PrintStream out, Terminal terminal, long totalNanos) {
        this.out = out;
        this.terminal = terminal;
        this.totalNanos = totalNanos;
    }

    /** Returns the nanoseconds between two updates. */
    long intervalNanos() {
        return terminal.interactive() ? REDRAW_NANOS : LINE_NANOS;
    }

    /** Shows {@code rows}, {@code elapsedNanos} after the start. */
    void show(List<StatementSnapshot> rows, long elapsedNanos) {
        if (terminal.interactive()) {
            redraw(rows, elapsedNanos);
        } else {
            line(rows, elapsedNanos);
        }
        out.flush();
    }

    private void redraw(List<StatementSnapshot> rows, long elapsedNanos) {
        erase();
        Figures sums = Tally.of(rows);
        long done = Math.min(elapsedNanos, totalNanos);
        int filled = (int) (done * BAR / totalNanos);
        String bar = "█".repeat(filled) + "░".repeat(BAR - filled);
        List<String> lines = StatementLines.table(rows, ROWS, false, terminal.columns());
        out.println(fitted(bar + "  " + seconds(done) + " of " + seconds(totalNanos) + "   "
                + FigureText.count(sums.count()) + " executions, " + FigureText.count(perSecond(sums, elapsedNanos))
                + " per second, " + FigureText.of(Figure.ERRORS, sums) + " errors"));
        out.println();
        out.println(terminal.bold(fitted(lines.get(0))));
        lines.subList(1, lines.size()).forEach(line -> out.println(fitted(line)));
        drawnLines = lines.size() + 2;
        before = sums;
        nanosBefore = elapsedNanos;
    }

    /** Cuts a line that the terminal would wrap, because a wrapped line could not be erased. */
    private String fitted(String line) {
        return PrintableText.cut(line, terminal.columns());
    }

    /** Erases the live table; without a terminal, prints an empty line. */
    void finish() {
        erase();
        if (!terminal.interactive()) {
            out.println();
        }
    }

    private void erase() {
        if (drawnLines > 0) {
            out.print("\u001b[" + drawnLines + "A\r\u001b[J");
            drawnLines = 0;
        }
    }

    private void line(List<StatementSnapshot> rows, long elapsedNanos) {
        Figures sums = Tally.of(rows);
        HistogramSnapshot window = sums.histogram().minus(before.histogram());
        if (nanosBefore == 0) {
            out.println("   time   executions   per second       P50       P99    errors   most time so far");
        }
        out.println(String.format(
                Locale.ROOT,
                "%7s%13s%13s%10s%10s%10s   %s",
                seconds(elapsedNanos),
                FigureText.count(sums.count()),
                FigureText.count(perSecond(sums, elapsedNanos)),
                FigureText.quantile(window, Quantile.P50),
                FigureText.quantile(window, Quantile.P99),
                FigureText.of(Figure.ERRORS, sums),
                mostTime(rows)));
        before = sums;
        nanosBefore = elapsedNanos;
    }

    private long perSecond(Figures sums, long elapsedNanos) {
        long nanos = Math.max(1, elapsedNanos - nanosBefore);
        return Math.round((sums.count() - before.count()) * 1e9 / nanos);
    }

    private static String mostTime(List<StatementSnapshot> rows) {
        if (rows.isEmpty()) {
            return "-";
        }
        StatementSnapshot first = StatementLines.byTime(rows).get(0);
        return PrintableText.escape(StatementLines.user(first) + " " + first.summary());
    }

    private static String seconds(long nanos) {
        return Math.round(nanos / 1e9) + " s";
    }
}
