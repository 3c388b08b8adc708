package dev.tollbooth.cli.demo;

import dev.tollbooth.cli.text.AdviceText;
import dev.tollbooth.cli.text.FigureText;
import dev.tollbooth.cli.text.Terminal;
import dev.tollbooth.console.model.PageModel;
import dev.tollbooth.console.model.PageModel.RunFigures;
import dev.tollbooth.console.model.PageModel.SpenderFigures;
import dev.tollbooth.console.model.PageModels;
import dev.tollbooth.console.model.ReportSource;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.statement.Advice;
import dev.tollbooth.statement.EventKind;
import dev.tollbooth.statement.EventSnapshot;
import dev.tollbooth.statement.StatementSnapshot;
import dev.tollbooth.statement.Statements;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * The end of the demo's output: all statements, suggestions for next steps, and whether Tollbooth's counts equal the
 * workload's own.
 */
final class Conclusion {

    private static final int ROWS = 26;

    private final PrintStream out;
    private final Terminal terminal;

    Conclusion(PrintStream out, Terminal terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    void table(List<StatementSnapshot> rows) {
        List<String> lines = StatementLines.table(rows, ROWS, true, terminal.columns());
        String rule = terminal.dim(
                "─".repeat(lines.stream().mapToInt(String::length).max().orElse(0)));
        out.println(terminal.bold(lines.get(0)));
        out.println(rule);
        lines.subList(1, lines.size() - 1).forEach(out::println);
        out.println(rule);
        out.println(lines.get(lines.size() - 1));
        out.println(terminal.dim("rows: read by the application. time: share of all statements' time."
                + " P999 says little below a count of 1,000."));
    }

    void transactions(Statements table) {
        out.println();
        StringBuilder line = new StringBuilder("beside them:");
        for (EventKind kind : List.of(EventKind.COMMIT, EventKind.ROLLBACK, EventKind.CONNECT)) {
            EventSnapshot event = table.event(kind);
            line.append(kind == EventKind.COMMIT ? " " : ", ")
                    .append(FigureText.count(event.count()))
                    .append(' ')
                    .append(kind.name().toLowerCase(Locale.ROOT))
                    .append(event.count() == 1 ? "" : "s")
                    .append(event.count() == 0 ? "" : " (" + FigureText.time(event.avgNanos()) + " each)");
        }
        out.println(line);
    }

    void findings(List<Advice> advice, Path directory) {
        out.println();
        out.println(terminal.bold("What to change"));
        AdviceText.lines(advice, terminal.columns()).forEach(out::println);
        out.println();
        out.println("  reports       tollbooth top " + PrintableText.escape(directory.toString()));
        out.println("  your own      put tollbooth: behind jdbc: in your application's URL (README.md has the line),");
        out.println("                then see dev.tollbooth:type=Statements in JConsole, VisualVM or jmx_exporter");
    }

    /** Prints the path of the page with the reports. */
    void page(Path page) {
        out.println("  page          " + PrintableText.escape(page.toString()) + ", open it in a browser");
    }

    /**
     * Compares the workload's own counts with the statement table and the reports of the run {@code bootId}, and prints
     * the result. Returns whether all these counts are equal.
     */
    boolean check(Figures own, Figures accounted, ReportSource files, String bootId) {
        List<Long> counts = Tally.counts(own);
        boolean right = counts.equals(Tally.counts(accounted));
        out.println();
        if (right) {
            out.println("checked: executions, errors, rows read and rows changed ("
                    + FigureText.of(Figure.ROWS_CHANGED, own) + ") equal the workload's own counts");
        } else {
            out.println("checked: the accounts differ from the workload's own counts: own=" + counts
                    + ", accounted=" + Tally.counts(accounted)
                    + "; were statistics reset, is accounting switched off, or its table too small?");
        }
        PageModel reported = PageModels.of(reports -> ofRun(files, bootId, reports), TimeSpan.ALL);
        Figures statements = reported.global().values().stream().reduce(Figures.NONE, Figures::plus);
        Figures spending =
                reported.spenders().stream().map(SpenderFigures::total).reduce(Figures.NONE, Figures::plus);
        boolean same = counts.equals(Tally.counts(statements)) && own.count() == spending.count();
        out.println("reports: executions " + FigureText.of(Figure.COUNT, statements) + " by statement, "
                + FigureText.count(spending.count()) + " by user with "
                + FigureText.count(Math.round(Figure.RU.rank(spending))) + " RU, "
                + (same ? "equal to those executed" : "which differ from those executed: own=" + counts));
        out.println("executed=" + counts.get(0) + " errors=" + counts.get(1) + " rows=" + counts.get(2) + " reports="
                + reported.runs().stream().mapToLong(RunFigures::reports).sum());
        out.flush();
        return right && same;
    }

    /** Passes the reports of one run to {@code reports}, because a directory may contain files of other runs. */
    private static void ofRun(ReportSource files, String bootId, Consumer<Report> reports) {
        files.forEach(report -> {
            if (report.getBootId().equals(bootId)) {
                reports.accept(report);
            }
        });
    }
}
