package dev.tollbooth.benchmarks.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.benchmarks.peer.Peer;
import dev.tollbooth.benchmarks.workload.AllocationMain;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the limits of those costs of Tollbooth that can be counted: bytes, never time. */
@Tag("slow")
class CostGuardTest {

    /**
     * The bytes of a result set's proxy: its header, and references to the driver's result set, the statement and the
     * counters.
     */
    private static final long BYTES_OF_RESULT_SET = 56;

    @Test
    void statement_compiled_allocatesNothingButTheResultSetsProxy() throws IOException, InterruptedException {
        List<Long> direct = allocation(Peer.DIRECT);
        List<Long> tollbooth = allocation(Peer.TOLLBOOTH);

        assertThat(tollbooth.get(0) - direct.get(0))
                .as("bytes of executeUpdate")
                .isZero();
        assertThat(tollbooth.get(1) - direct.get(1))
                .as("bytes of executeQuery, next, get and close")
                .isBetween(0L, BYTES_OF_RESULT_SET);
    }

    /** Returns the bytes of an executeUpdate and of an executeQuery, in a JVM of its own. */
    private static List<Long> allocation(Peer peer) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xbatch",
                        "-cp",
                        System.getProperty("java.class.path"),
                        AllocationMain.class.getName(),
                        peer.name())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(process.waitFor())
                .as("exit of %s, which printed: %s", peer, out)
                .isZero();
        String last = out.substring(out.lastIndexOf('\n') + 1);
        return List.of(Long.valueOf(last.split(" ")[0]), Long.valueOf(last.split(" ")[1]));
    }
}
