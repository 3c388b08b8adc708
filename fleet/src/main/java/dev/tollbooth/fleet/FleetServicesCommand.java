package dev.tollbooth.fleet;

import dev.tollbooth.cli.text.FigureText;
import dev.tollbooth.cli.text.Terminal;
import dev.tollbooth.cli.text.TextTable;
import dev.tollbooth.fleet.query.FleetService;
import dev.tollbooth.fleet.query.FleetViews;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tollbooth fleet services}: who is there. */
@Command(
        name = "services",
        description =
                "Shows the services of a fleet: versions, instances, executions, and from when to when they report.",
        mixinStandardHelpOptions = true)
final class FleetServicesCommand implements Callable<Integer> {

    private final PrintStream out;
    private final PrintStream err;

    @Mixin
    private FleetSource source = new FleetSource();

    FleetServicesCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException, SQLException {
        try (FleetViews views = source.open()) {
            List<FleetService> services = FleetService.of(views, source.filter());
            if (services.isEmpty()) {
                err.println("tollbooth: nothing found; ask about another service or time");
                return 1;
            }
            table(services).lines(Terminal.of(System.getenv()).columns()).forEach(out::println);
            return 0;
        }
    }

    private static TextTable table(List<FleetService> services) {
        TextTable table = new TextTable(0)
                .left("service")
                .left("version")
                .left("environment")
                .right("instances");
        table.right("reports")
                .right("count")
                .right("errors")
                .right("avg")
                .right("P99")
                .left("from")
                .left("to");
        for (FleetService service : services) {
            long executions = service.executions();
            table.row(List.of(
                    service.service().isEmpty() ? "-" : service.service(),
                    service.version(),
                    service.environment(),
                    FigureText.count(service.instances()),
                    FigureText.count(service.reports()),
                    FigureText.count(executions),
                    FigureText.count(service.errors()),
                    executions == 0 ? "-" : FigureText.time(service.nanos() / executions),
                    FigureText.timeOrUnknown(service.p99Nanos()),
                    Instant.ofEpochSecond(service.firstSecond()).toString(),
                    Instant.ofEpochSecond(service.lastSecond()).toString()));
        }
        return table;
    }
}
