package dev.tollbooth.fleet;

import dev.tollbooth.cli.text.Terminal;
import dev.tollbooth.fleet.query.FleetOrder;
import dev.tollbooth.fleet.query.FleetOrigins;
import dev.tollbooth.fleet.query.FleetSpentOrigins;
import dev.tollbooth.fleet.query.FleetTop;
import dev.tollbooth.fleet.query.FleetViews;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tollbooth fleet top}: who and what costs most, over all JVMs. */
@Command(
        name = "top",
        description = "Shows what costs most in a fleet: statements by service and user, or services,"
                + " instances or origins.",
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
            description =
                    "ru (default), time, count, p99, errors or rows; service, instance or origin: one line for each;"
                            + " repetitions: statements that transactions repeat.")
    private FleetOrder order = FleetOrder.RU;

    @Option(names = "--user", paramLabel = "U", description = "Only what this user spends: statements, or by origin.")
    private String user = "";

    @Option(names = "--origin", paramLabel = "O", description = "The statements of who in the code executes them.")
    private String origin = "";

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
        if (!user.isEmpty() && !isOfSpentOrigins() && (order.isOfSenders() || isOfOrigins())) {
            throw new IllegalArgumentException(
                    "not known by user: --by=service, instance or repetitions, and --origin; leave --user out");
        }
        if (!origin.isEmpty() && order != FleetOrder.RU && !order.isOfOrigins()) {
            throw new IllegalArgumentException("not known by origin: --by="
                    + order.name().toLowerCase(Locale.ROOT) + ", leave it out or use --by repetitions");
        }
        try (FleetViews views = source.open()) {
            List<String> lines =
                    isOfSpentOrigins() ? spentOrigins(views) : isOfOrigins() ? origins(views) : statements(views);
            lines.forEach(out::println);
            if (lines.isEmpty()) {
                err.println("tollbooth: nothing found; ask about another service, user, origin or time");
            }
            return lines.isEmpty() ? 1 : 0;
        }
    }

    private boolean isOfOrigins() {
        return !origin.isEmpty() || order.isOfOrigins();
    }

    /** Whether what a user spent is asked for by origin. */
    private boolean isOfSpentOrigins() {
        return !user.isEmpty() && order == FleetOrder.ORIGIN && origin.isEmpty();
    }

    private List<String> spentOrigins(FleetViews views) throws SQLException {
        if (!FleetSpentOrigins.areTold(views, source.filter())) {
            throw new IllegalArgumentException("not known by user and origin in these reports: leave out --user,"
                    + " or have them written with tollbooth.topru.by-origin=on");
        }
        FleetSpentOriginsText text =
                new FleetSpentOriginsText(FleetSpentOrigins.of(views, source.filter(), user), limit);
        return json ? text.json() : text.lines(columns());
    }

    private List<String> statements(FleetViews views) throws SQLException {
        FleetTop.Result top = FleetTop.of(views, source.filter(), order, user, limit);
        FleetText text = new FleetText(columns());
        return json ? text.json(top) : text.top(top, order);
    }

    private List<String> origins(FleetViews views) throws SQLException {
        boolean repetitions = order == FleetOrder.REPETITIONS;
        boolean byStatement = repetitions || !origin.isEmpty();
        FleetOriginsText text = new FleetOriginsText(
                FleetOrigins.of(views, source.filter(), byStatement, origin), repetitions, byStatement, limit);
        return json ? text.json() : text.lines(columns());
    }

    private static int columns() {
        return Terminal.of(System.getenv()).columns();
    }
}
