package dev.tollbooth.fleet.simulation;

import dev.tollbooth.internal.file.FinishedReportFile;
import dev.tollbooth.internal.file.OwnerFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * A simulated fleet of ten services, the first with the most processes. A few statements make up most executions of a
 * service, and hosts differ by some percent. Half of the processes of the service {@code checkout} run version 1.43.0.
 * In this version, one statement has another plan and takes 1.8 times as long.
 *
 * @param jvms the number of processes
 * @param statements the number of statements of each service
 * @param windows the number of reports of each process, one per minute
 * @param start the start of the first window, a whole minute
 * @param seed a number; the same seed makes the same reports
 */
public record Simulation(int jvms, int statements, int windows, Instant start, long seed) {

    /** Checks that the numbers are positive and that the start is a whole minute. */
    public Simulation {
        if (jvms < 1 || statements < 1 || windows < 1 || start.getEpochSecond() % 60 != 0) {
            throw new IllegalArgumentException("bad fleet: jvms=" + jvms + ", statements=" + statements + ", windows="
                    + windows + ", start=" + start + ", use numbers above 0 and a whole minute");
        }
    }

    /**
     * Writes one report file for each process to {@code directory}, which is created if missing.
     *
     * @return the number of reports
     * @throws IOException if a file can't be written, or exists already
     */
    public long write(Path directory) throws IOException {
        OwnerFiles.createDirectories(directory);
        List<SimulatedService> services = SimulatedService.all(statements, seed);
        for (int jvm = 0; jvm < jvms; jvm++) {
            SimulatedService service = services.get(SimulatedService.ofJvm(jvm, jvms));
            SimulatedJvm process = new SimulatedJvm(this, jvm, service);
            try (FinishedReportFile file =
                    FinishedReportFile.begin(directory, process.resource(), start.toEpochMilli())) {
                for (int window = 0; window < windows; window++) {
                    file.add(process.report(window));
                }
            }
        }
        return (long) jvms * windows;
    }
}
