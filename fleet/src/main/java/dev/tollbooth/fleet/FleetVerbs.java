package dev.tollbooth.fleet;

import dev.tollbooth.cli.AddedVerbs;
import dev.tollbooth.cli.Main;
import dev.tollbooth.cli.Streams;
import dev.tollbooth.cli.TopOptions;
import dev.tollbooth.cli.report.LatencyHistory;
import dev.tollbooth.cli.report.TopFilter;
import dev.tollbooth.cli.report.TopOrder;
import dev.tollbooth.cli.text.Terminal;
import dev.tollbooth.console.live.DirectoryConsole;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.fleet.parquet.Compaction;
import dev.tollbooth.fleet.parquet.ParquetDirectory;
import dev.tollbooth.fleet.query.FleetGroup;
import dev.tollbooth.fleet.query.FleetReports;
import dev.tollbooth.fleet.query.FleetViews;
import dev.tollbooth.fleet.simulation.Simulation;
import dev.tollbooth.internal.control.PrintableText;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code tollbooth export} and {@code tollbooth fleet}, for a command line with this jar. The methods are the verbs
 * with few options.
 */
@Command(
        name = "fleet",
        description = "Questions to the reports of many JVMs, exported as Parquet.",
        mixinStandardHelpOptions = true,
        addMethodSubcommands = false, // added in an order for readers
        synopsisSubcommandLabel = "COMMAND",
        footer = {"", "  tollbooth export reports/ --parquet fleet/", "  tollbooth fleet services --from fleet/"})
public final class FleetVerbs implements AddedVerbs {

    private static final int MAX_PORT = 65_535;
    private static final int MINUTES_OF_AN_HOUR = 60;

    private final Streams streams;

    /** Makes the commands for {@link java.util.ServiceLoader}. */
    public FleetVerbs() {
        this(new Streams(System.in, System.out, System.err));
    }

    private FleetVerbs(Streams streams) {
        this.streams = streams;
    }

    @Override
    public List<Object> commands(Streams chosen) {
        CommandLine fleet = new CommandLine(new FleetVerbs(chosen));
        Main.addMethods(fleet, "top", "services", "histogram");
        fleet.addSubcommand(new FleetDiffCommand(chosen));
        Main.addMethods(fleet, "console", "plans", "compact", "simulate");
        fleet.addSubcommand(new CommandLine.HelpCommand());
        return List.of(new ExportCommand(chosen), fleet);
    }

    private static int width() {
        return Terminal.of(System.getenv()).columns();
    }

    @Command(
            name = "top",
            description = "Shows the most expensive statements of a fleet by service and user, or services,"
                    + " instances or origins.",
            mixinStandardHelpOptions = true,
            footer = {"", "Quantiles, errors and rows are of the statement in its service, for all users."})
    int top(
            @Mixin FleetSource source,
            @Mixin TopOptions rows,
            @Option(
                            names = "--user",
                            paramLabel = "U",
                            defaultValue = "",
                            description = "Only this user's statements or origins.")
                    String user,
            @Option(
                            names = "--origin",
                            paramLabel = "O",
                            defaultValue = "",
                            description = "Statements by origin, the part of the application that executes them.")
                    String origin)
            throws IOException, SQLException {
        TopFilter filter = new TopFilter(user, "", "", "", origin, "");
        try (FleetViews views = source.open()) {
            FleetReports reports = new FleetReports(views, source.filter());
            return streams.show(
                    rows.lines(
                            filter,
                            TimeSpan.ALL,
                            true,
                            taker -> reports.forEachOnce(TopOrder.INSTANCE.equals(rows.order()), taker)),
                    true,
                    "nothing found; ask about another service, user, origin or time");
        }
    }

    @Command(
            name = "services",
            description =
                    "Shows the services of a fleet: versions, instances, executions, and from when to when they report.",
            mixinStandardHelpOptions = true)
    int services(@Mixin FleetSource source) throws IOException, SQLException {
        try (FleetViews views = source.open()) {
            List<FleetGroup> services = FleetGroup.services(views, source.filter());
            return streams.show(
                    FleetGroup.lines(services, FleetGroup.OF_SERVICES, width()),
                    true,
                    "nothing found; ask about another service or time");
        }
    }

    @Command(
            name = "histogram",
            description = "Draws the latencies of one digest over time, all JVMs together.",
            mixinStandardHelpOptions = true)
    int histogram(
            @Mixin FleetSource source,
            @Parameters(
                            paramLabel = "DIGEST",
                            description = "First digits of a digest, as tollbooth fleet top shows it.")
                    String digest)
            throws IOException, SQLException {
        try (FleetViews views = source.open()) {
            FleetReports reports = new FleetReports(views, source.filter());
            LatencyHistory history =
                    LatencyHistory.read(digest, taker -> reports.forEachWindow(digest, taker), TimeSpan.ALL);
            return streams.show(
                    history == null ? List.of() : history.lines(ZoneId.systemDefault(), width()),
                    true,
                    "nothing found: digest=" + digest + "; see tollbooth fleet top");
        }
    }

    @Command(
            name = "console",
            description =
                    "Shows a fleet as a page: services, instances, statements, two versions side by side; ends with Ctrl-C.",
            mixinStandardHelpOptions = true)
    int console(
            @Mixin FleetSource source,
            @Option(
                            names = "--listen",
                            paramLabel = "PORT",
                            defaultValue = "7070",
                            description = "The port, on loopback; default 7070, 0 is any that is free.")
                    int port)
            throws IOException, SQLException, InterruptedException {
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("bad value: --listen=" + port + ", allowed is 0 to " + MAX_PORT);
        }
        try (FleetViews views = source.open()) {
            FleetPage page = new FleetPage(views, source.filter(), source::version);
            return streams.serve(DirectoryConsole.ofFleet("localhost", port, page, streams::pageFailed));
        }
    }

    @Command(
            name = "plans",
            description = "Shows the plans of a statement, with versions of services and times.",
            mixinStandardHelpOptions = true,
            footer = {
                "",
                "Applications report plans if tollbooth.plan.source or the source of request units knows them."
            })
    int plans(
            @Mixin FleetSource source,
            @Parameters(
                            paramLabel = "DIGEST",
                            description = "First digits of a digest, as tollbooth fleet top shows it.")
                    String digest)
            throws IOException, SQLException {
        try (FleetViews views = source.open()) {
            List<FleetGroup> plans = FleetGroup.plans(views, source.filter(), digest);
            List<String> lines = new ArrayList<>(FleetGroup.lines(plans, FleetGroup.OF_PLANS, width()));
            Map<String, String> texts = views.planTexts();
            plans.stream().map(each -> each.name("plan")).distinct().forEach(plan -> {
                String text = texts.getOrDefault(plan, "");
                lines.add("");
                lines.add(plan + (text.isEmpty() ? ": no text" : ""));
                text.lines().map(line -> "  " + PrintableText.escape(line)).forEach(lines::add);
            });
            return streams.show(lines, true, "no plans known: digest=" + digest + "; see tollbooth fleet top");
        }
    }

    @Command(
            name = "compact",
            description = "Makes few files of the many small ones that exports leave in each hour; no row changes.",
            mixinStandardHelpOptions = true,
            footer = {"", "Readers may briefly see rows twice: run it where the exports run."})
    int compact(@Parameters(paramLabel = "DIR", description = "What tollbooth export wrote.") Path directory)
            throws IOException, SQLException {
        try (Compaction compaction = new Compaction(new ParquetDirectory(directory))) {
            streams.out().println(compaction.run());
        }
        return 0;
    }

    @Command(
            name = "simulate",
            description =
                    "Writes report files of a fleet that does not exist, with a regression planted in one service.",
            mixinStandardHelpOptions = true)
    int simulate(
            @Parameters(paramLabel = "DIR", description = "Where the report files go.") Path directory,
            @Option(names = "--jvms", paramLabel = "N", defaultValue = "100", description = "Processes; default 100.")
                    int jvms,
            @Option(
                            names = "--statements",
                            paramLabel = "N",
                            defaultValue = "200",
                            description = "Statements of each service; default 200.")
                    int statements,
            @Option(
                            names = "--hours",
                            paramLabel = "H",
                            defaultValue = "0.25",
                            description = "The simulated time, with a report per minute; default 0.25.")
                    double hours,
            @Option(
                            names = "--start",
                            paramLabel = "T",
                            defaultValue = "",
                            description = "Begin as 2026-11-24T09:00:00Z; default: so that it ends now.")
                    String start,
            @Option(
                            names = "--seed",
                            paramLabel = "N",
                            defaultValue = "1",
                            description = "Another seed, another fleet.")
                    long seed)
            throws IOException {
        long reports = simulation(jvms, statements, hours, start, seed).write(directory);
        streams.out().println("jvms=" + jvms + " reports=" + reports);
        return 0;
    }

    private static Simulation simulation(int jvms, int statements, double hours, String start, long seed) {
        int windows = Math.max(1, (int) Math.round(hours * MINUTES_OF_AN_HOUR));
        Instant begin = start.isEmpty()
                ? Instant.now().truncatedTo(ChronoUnit.MINUTES).minus(windows, ChronoUnit.MINUTES)
                : Instant.parse(start);
        return new Simulation(jvms, statements, windows, begin, seed);
    }
}
