package dev.tollbooth.fleet;

import dev.tollbooth.cli.report.LatencyPicture;
import dev.tollbooth.cli.text.Terminal;
import dev.tollbooth.fleet.query.FleetHistory;
import dev.tollbooth.fleet.query.FleetViews;
import dev.tollbooth.proto.v1.Report;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tollbooth fleet histogram}: the latencies of one statement over time, added up over all JVMs. */
@Command(
        name = "histogram",
        description = "Draws the latencies of one digest over time, all JVMs together.",
        mixinStandardHelpOptions = true)
final class FleetHistogramCommand implements Callable<Integer> {

    private final PrintStream out;
    private final PrintStream err;

    @Mixin
    private FleetSource source = new FleetSource();

    @Parameters(paramLabel = "DIGEST", description = "First digits of a digest, as tollbooth fleet top shows it.")
    private String digest = "";

    FleetHistogramCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException, SQLException {
        try (FleetViews views = source.open()) {
            List<Report> windows = FleetHistory.of(views, source.filter(), digest);
            int width = Terminal.of(System.getenv()).columns();
            List<String> lines = LatencyPicture.lines(digest, windows::forEach, ZoneId.systemDefault(), width);
            lines.forEach(out::println);
            if (lines.isEmpty()) {
                err.println("tollbooth: nothing found: digest=" + digest + "; see tollbooth fleet top");
            }
            return lines.isEmpty() ? 1 : 0;
        }
    }
}
