package dev.tollbooth.benchmarks.io;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The processor that a measured server has for itself, so that the scheduler does not put it where its client runs. */
final class ServerProcessor {

    /** Its number; {@code run.sh} keeps the client off it. Not set where there is one processor only. */
    private static final String PROPERTY = "benchmark.server.cpu";

    private ServerProcessor() {}

    /** Keeps a process, its threads and what it forks from now on to that processor, where there is one for it. */
    static void pin(long pid) throws IOException, InterruptedException {
        String processor = System.getProperty(PROPERTY);
        if (processor == null) {
            return;
        }
        Process taskset = new ProcessBuilder("taskset", "-a", "-c", "-p", processor, String.valueOf(pid))
                .redirectErrorStream(true)
                .start();
        String out = new String(taskset.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (taskset.waitFor() != 0) {
            throw new IOException(
                    "server not kept to its processor: pid=" + pid + ", processor=" + processor + ", " + out.strip());
        }
    }
}
