package dev.tollbooth.fleet;

import dev.tollbooth.cli.text.Terminal;
import dev.tollbooth.fleet.query.FleetOrder;
import dev.tollbooth.fleet.query.FleetTop;
import dev.tollbooth.fleet.query.FleetViews;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tollbooth fleet top}: who and what costs most, over all JVMs. */
@Command(
        name = "top",
        description = "Shows what costs most in a fleet: statements by service and user, or services, or instances.",
        mixinStandardHelpOptions = true,
        footer = {"", "Quantiles, errors and rows are of the statement in its service, whoever sent it."})
final class FleetTopCommand implements Callable<Integer> {

    private static final int MAX_LIMIT = 100_000;

    private final PrintStream out;
    private final PrintStream err;

    @Mixin
    private FleetSource source = new FleetSource();

    @Option(
            names = "--by",
            paramLabel = "ORDER",
            defaultValue = "ru",
            description = "ru (default), time, count, p99, errors or rows; service or instance: one line for each.")
    private FleetOrder order = FleetOrder.RU;

    @Option(names = "--user", paramLabel = "U", description = "Only statements of this user.")
    private String user = "";

    @Option(names = "--limit", paramLabel = "N", defaultValue = "20", description = "How many; default 20.")
    private int limit = 20;

    @Option(names = "--json", description = "One JSON object a line with all figures.")
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
        if (order.isOfSenders() && !user.isEmpty()) {
            throw new IllegalArgumentException("not known by user: --by=service or instance, leave --user out");
        }
        try (FleetViews views = source.open()) {
            FleetTop.Result top = FleetTop.of(views, source.filter(), order, user, limit);
            FleetText text = new FleetText(Terminal.of(System.getenv()).columns());
            (json ? text.json(top) : text.top(top, order)).forEach(out::println);
            if (top.rows().isEmpty()) {
                err.println("tollbooth: nothing found; ask about another service, user or time");
            }
            return top.rows().isEmpty() ? 1 : 0;
        }
    }
}
