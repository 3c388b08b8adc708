package dev.tollbooth.fleet;

import dev.tollbooth.cli.report.Top;
import dev.tollbooth.cli.report.TopFilter;
import dev.tollbooth.cli.report.TopOrder;
import dev.tollbooth.cli.text.Terminal;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.fleet.query.FleetReports;
import dev.tollbooth.fleet.query.FleetViews;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tollbooth fleet top}: the most expensive statements of all JVMs, by service and user. */
@Command(
        name = "top",
        description = "Shows the most expensive statements of a fleet by service and user, or services,"
                + " instances or origins.",
        mixinStandardHelpOptions = true,
        footer = {"", "Quantiles, errors and rows are of the statement in its service, for all users."})
final class FleetTopCommand implements Callable<Integer> {

    private static final int MAX_LIMIT = 100_000;

    private final PrintStream out;
    private final PrintStream err;

    @Mixin
    private FleetSource source = new FleetSource();

    @Option(
            names = "--by",
            paramLabel = "ORDER",
            description =
                    "As for tollbooth top: time (default; request units if a server has reported them), ru, count,"
                            + " avg, p50, p95, p99, p999, max, errors, rows or memory; service, instance or origin: one line for"
                            + " each; repetitions: statements that transactions repeat.")
    private @Nullable TopOrder order;

    @Option(names = "--user", paramLabel = "U", description = "Only this user's statements or origins.")
    private String user = "";

    @Option(
            names = "--origin",
            paramLabel = "O",
            description = "Statements by origin, the part of the application that executes them.")
    private String origin = "";

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            defaultValue = "20",
            description = "Number of rows; default 20.")
    private int limit = 20;

    @Option(names = "--wide", description = "All columns, and the whole SQL text.")
    private boolean wide;

    @Option(names = "--csv", description = "Comma-separated values with all figures, keys first.")
    private boolean csv;

    @Option(names = "--json", description = "One JSON object with all figures.")
    private boolean json;

    FleetTopCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException, SQLException {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("bad value: --limit=" + limit + ", allowed is 1 to " + MAX_LIMIT);
        }
        Top top = new Top(order, new TopFilter(user, "", "", "", origin, ""), TimeSpan.ALL, true, limit);
        try (FleetViews views = source.open()) {
            FleetReports reports = new FleetReports(views, source.filter());
            List<String> lines = lines(top, taker -> reports.forEachOnce(order == TopOrder.INSTANCE, taker));
            lines.forEach(out::println);
            if (lines.isEmpty()) {
                err.println("tollbooth: nothing found; ask about another service, user, origin or time");
            }
            return lines.isEmpty() ? 1 : 0;
        }
    }

    private List<String> lines(Top top, Top.Reports reports) {
        if (json || csv) {
            return json ? top.json(reports) : top.csv(reports);
        }
        int width = wide ? Integer.MAX_VALUE : Terminal.of(System.getenv()).columns();
        return top.text(reports, ZoneId.systemDefault(), width);
    }
}
