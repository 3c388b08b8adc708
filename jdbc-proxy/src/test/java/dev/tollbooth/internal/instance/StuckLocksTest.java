package dev.tollbooth.internal.instance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.jdbc.OwnJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that the application's threads continue and the process ends, whichever thread holds a lock of Tollbooth. All
 * processes wait at the same time.
 */
@Tag("slow")
@Timeout(180)
class StuckLocksTest {

    private static final String ALL = "all";
    private static final String TABLE = "TableLock";
    private static final String CLOSED = "closed";

    @TempDir
    static Path reports;

    /** A process, with its output until it was sent a signal or ended. */
    private record Holder(Process process, CompletableFuture<String> printed) {}

    private static Map<String, Holder> holders;

    @BeforeAll
    static void start() throws IOException {
        holders = Map.of(
                ALL,
                start(ALL, "execute", "wait"),
                CLOSED,
                start(ALL, "close"),
                TABLE,
                start(TABLE, "read", "wait"),
                "tickLock",
                start("tickLock", "wait"),
                "ReentrantLock.draining",
                start("ReentrantLock.draining", "wait"));
    }

    private static Holder start(String lock, String... actions) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(reports.toString(), lock));
        arguments.addAll(List.of(actions));
        Process process = OwnJvm.start(
                List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
                StuckLocksMain.class,
                arguments.toArray(new String[0]));
        CompletableFuture<String> printed = new CompletableFuture<>();
        Thread reads = new Thread(() -> {
            try {
                printed.complete(readAndSignal(process));
            } catch (Throwable t) {
                printed.completeExceptionally(t);
            }
        });
        reads.start();
        return new Holder(process, printed);
    }

    @AfterAll
    static void end() throws InterruptedException {
        for (Holder holder : holders.values()) {
            holder.process.destroyForcibly().waitFor(); // or it writes while its directory is deleted
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {ALL, TABLE, "tickLock", "ReentrantLock.draining"})
    void signal_aLockIsHeld_endsTheProcess(String lock) throws Exception {
        String printed = holders.get(lock).printed.get();
        assertThat(printed).containsPattern("held=[1-9]").contains("waiting");
        if (lock.equals(ALL)) {
            assertThat(printed)
                    .as("executions go on")
                    .containsPattern("held=[0-9]{2,}")
                    .containsPattern("slowest=[0-4]?[0-9]{1,3}\\b");
        } else if (lock.equals(TABLE)) {
            for (String read : List.of("list", "bean")) {
                assertThat(printed)
                        .as("who reads is told")
                        .containsPattern("refused " + read + "=java.lang.IllegalStateException: .*, holder=.+; ");
            }
        }
        assertThat(holders.get(lock).process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void close_everyLockIsHeld_returns() throws Exception {
        String printed = holders.get(CLOSED).printed.get();
        assertThat(printed).containsPattern("held=[0-9]{2,}").contains("closed=");
        assertThat(holders.get(CLOSED).process.waitFor()).isZero();
    }

    private static String readAndSignal(Process process) throws IOException {
        StringBuilder printed = new StringBuilder();
        BufferedReader reader = process.inputReader(StandardCharsets.UTF_8);
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            printed.append(line).append('\n');
            if (line.equals("waiting")) {
                process.destroy();
                break;
            }
        }
        return printed.toString();
    }
}
