package dev.tollbooth.fleet;

import dev.tollbooth.cli.text.FigureText;
import dev.tollbooth.cli.text.Terminal;
import dev.tollbooth.cli.text.TextTable;
import dev.tollbooth.fleet.query.FleetService;
import dev.tollbooth.fleet.query.FleetViews;
import dev.tollbooth.internal.figure.Figure;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tollbooth fleet services}: the services of the fleet. */
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

    private static final List<Figure> FIGURES =
            List.of(Figure.REPORTS, Figure.COUNT, Figure.ERRORS, Figure.AVG, Figure.P99);

    private static TextTable table(List<FleetService> services) {
        TextTable table = new TextTable(0)
                .left("service")
                .left("version")
                .left("environment")
                .right("instances");
        FIGURES.forEach(figure -> table.right(figure.title()));
        table.left("from").left("to");
        for (FleetService service : services) {
            List<String> cells = new ArrayList<>(List.of(
                    service.service().isEmpty() ? "-" : service.service(),
                    service.version(),
                    service.environment(),
                    FigureText.count(service.instances())));
            FIGURES.forEach(figure -> cells.add(FigureText.of(figure, service.figures())));
            for (Figure moment : List.of(Figure.FIRST, Figure.LAST)) {
                cells.add(Instant.ofEpochSecond((long) moment.rank(service.figures()))
                        .toString());
            }
            table.row(cells);
        }
        return table;
    }
}
