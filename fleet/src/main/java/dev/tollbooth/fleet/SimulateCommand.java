package dev.tollbooth.fleet;

import dev.tollbooth.fleet.simulation.FleetShape;
import dev.tollbooth.fleet.simulation.Simulation;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tollbooth fleet simulate}: report files of JVMs that do not exist. */
@Command(
        name = "simulate",
        description = "Writes report files of a fleet that does not exist, with a regression planted in one service.",
        mixinStandardHelpOptions = true)
final class SimulateCommand implements Callable<Integer> {

    private static final int MINUTES_OF_AN_HOUR = 60;

    private final PrintStream out;

    @Parameters(paramLabel = "DIR", description = "Where the report files go.")
    private Path directory = Path.of("");

    @Option(names = "--jvms", paramLabel = "N", defaultValue = "100", description = "Processes; default 100.")
    private int jvms = 100;

    @Option(
            names = "--statements",
            paramLabel = "N",
            defaultValue = "200",
            description = "Statements of each service; default 200.")
    private int statements = 200;

    @Option(
            names = "--hours",
            paramLabel = "H",
            defaultValue = "0.25",
            description = "The simulated time, with a report per minute; default 0.25.")
    private double hours = 0.25;

    @Option(
            names = "--start",
            paramLabel = "T",
            description = "Begin as 2026-11-24T09:00:00Z; default: so that it ends now.")
    private String start = "";

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Another seed, another fleet.")
    private long seed = 1;

    SimulateCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws IOException {
        int windows = Math.max(1, (int) Math.round(hours * MINUTES_OF_AN_HOUR));
        Instant begin = start.isEmpty()
                ? Instant.now().truncatedTo(ChronoUnit.MINUTES).minus(windows, ChronoUnit.MINUTES)
                : Instant.parse(start);
        long reports = Simulation.write(new FleetShape(jvms, statements, windows, begin, seed), directory);
        out.println("jvms=" + jvms + " reports=" + reports);
        return 0;
    }
}
