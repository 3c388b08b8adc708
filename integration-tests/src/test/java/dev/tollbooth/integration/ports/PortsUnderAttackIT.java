package dev.tollbooth.integration.ports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that an application survives all attacks on a port: it executes, is counted, answers its rightful clients, and
 * nothing is left behind.
 */
@Tag("slow")
@Tag("jdk")
final class PortsUnderAttackIT {

    @TempDir
    private static Path directory;

    private static final Map<OpenPort, Future<List<Verdict>>> VERDICTS = new EnumMap<>(OpenPort.class);
    private static final ExecutorService SIEGES = Executors.newCachedThreadPool();

    /** All ports at once: attacks wait most of the time. */
    @BeforeAll
    static void attack() {
        ports().forEach(port -> VERDICTS.put(port, SIEGES.submit(() -> verdicts(port))));
    }

    /** All, or those that are named. */
    static Stream<OpenPort> ports() {
        String named = System.getProperty("ports.attacked", "");
        return Arrays.stream(OpenPort.values()).filter(port -> named.isEmpty() || named.contains(port.name()));
    }

    @AfterAll
    static void end() {
        SIEGES.shutdownNow();
    }

    private static List<Verdict> verdicts(OpenPort port) throws IOException, InterruptedException {
        List<Verdict> verdicts = new ArrayList<>();
        try (Siege siege = new Siege(port, directory)) {
            for (Attack attack : Attack.values()) {
                verdicts.add(siege.attack(attack));
            }
            verdicts.add(siege.end());
        }
        return verdicts;
    }

    @ParameterizedTest
    @MethodSource("ports")
    void application_whosePortIsAttacked_goesOnUnmoved(OpenPort port) throws Exception {
        List<Verdict> verdicts = VERDICTS.get(port).get();
        verdicts.forEach(verdict -> System.out.println(port + " " + verdict));
        assertThat(verdicts.stream().flatMap(verdict -> verdict.problems().stream()))
                .as("%s: %s", port, verdicts)
                .isEmpty();
    }
}
