package dev.tollbooth.fleet.simulation;

import dev.tollbooth.internal.file.FinishedReportFile;
import dev.tollbooth.internal.file.OwnerFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A simulation that writes the report files of a simulated fleet of ten services, the first with the most processes. A
 * few statements make up most executions of a service, and hosts differ by some percent. Half of the processes of the
 * service {@code checkout} run version 1.43.0. In this version, one statement has another plan and takes 1.8 times as
 * long.
 */
public final class Simulation {

    private Simulation() {}

    /**
     * Writes one file for each process to {@code directory}, which is created if missing.
     *
     * @return the number of reports
     * @throws IOException if a file can't be written, or exists already
     */
    public static long write(FleetShape shape, Path directory) throws IOException {
        OwnerFiles.createDirectories(directory);
        List<SimulatedService> services = SimulatedService.all(shape.statements(), shape.seed());
        for (int jvm = 0; jvm < shape.jvms(); jvm++) {
            SimulatedService service = services.get(SimulatedService.ofJvm(jvm, shape.jvms()));
            SimulatedJvm process = new SimulatedJvm(shape, jvm, service);
            try (FinishedReportFile file = FinishedReportFile.begin(
                    directory, process.resource(), shape.start().toEpochMilli())) {
                for (int window = 0; window < shape.windows(); window++) {
                    file.add(process.report(window));
                }
            }
        }
        return (long) shape.jvms() * shape.windows();
    }
}
