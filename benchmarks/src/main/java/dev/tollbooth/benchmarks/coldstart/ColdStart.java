package dev.tollbooth.benchmarks.coldstart;

import dev.tollbooth.benchmarks.peer.Peer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * One start of {@link FirstRowMain} in a JVM of its own.
 *
 * @param wallMillis the time from the start of the process to the first row
 * @param cpuMillis the processor time of all its threads until then, user and system; -1 if the system does not report
 *     it
 * @param settledCpuMillis the processor time {@value #SETTLING_MILLIS} ms later
 */
record ColdStart(double wallMillis, double cpuMillis, double settledCpuMillis) {

    private static final long SETTLING_MILLIS = 400;

    /** Starts the application of {@code peer} with {@code options} for its JVM. */
    static ColdStart run(Peer peer, String url, List<String> options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of(
                "-cp",
                PeerClassPath.of(peer, url, System.getProperty("java.class.path", "")),
                FirstRowMain.class.getName()));
        command.addAll(List.of(peer.name(), url));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        long start = System.nanoTime();
        Process process = builder.start();
        try {
            int first = process.getInputStream().read();
            double wall = (System.nanoTime() - start) / 1e6;
            if (first < 0) {
                throw new IOException("no first row: peer=" + peer + " exit=" + process.waitFor());
            }
            double cpu = cpuMillis(process);
            Thread.sleep(SETTLING_MILLIS);
            return new ColdStart(wall, cpu, cpuMillis(process));
        } finally {
            process.getOutputStream().close();
            process.waitFor();
        }
    }

    /**
     * Returns the processor time of all threads of a process, including ended ones; the system counts in hundredths of
     * a second.
     */
    private static double cpuMillis(Process process) {
        return process.info().totalCpuDuration().map(Duration::toMillis).orElse(-1L);
    }

    /** Returns a start whose figures are the medians of those of {@code starts}. */
    static ColdStart median(List<ColdStart> starts) {
        List<Double> wall = new ArrayList<>();
        List<Double> cpu = new ArrayList<>();
        List<Double> settled = new ArrayList<>();
        for (ColdStart start : starts) {
            wall.add(start.wallMillis);
            cpu.add(start.cpuMillis);
            settled.add(start.settledCpuMillis);
        }
        return new ColdStart(middle(wall), middle(cpu), middle(settled));
    }

    private static double middle(List<Double> values) {
        Collections.sort(values);
        int size = values.size();
        return (values.get((size - 1) / 2) + values.get(size / 2)) / 2;
    }
}
