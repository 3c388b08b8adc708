package dev.tollbooth.benchmarks.io;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The processor that is reserved for a measured server, so that the scheduler does not put the server on its client's
 * processor.
 */
final class ServerProcessor {

    /**
     * The property with the number of the processor, which {@code run.sh} keeps free of the client. It is unset if the
     * machine has only one.
     */
    private static final String PROPERTY = "benchmark.server.cpu";

    private ServerProcessor() {}

    /** Restricts a process, its threads and its later child processes to that processor, if there is one. */
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
