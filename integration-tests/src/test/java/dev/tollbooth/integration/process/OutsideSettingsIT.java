package dev.tollbooth.integration.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.jdbc.TollboothDriver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.h2.Driver;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests faults in the settings of a deployment: the application connects, and each fault has one line in the log and
 * one in the MBean.
 */
@Tag("jdk")
final class OutsideSettingsIT {
    private static final Map<String, String> KUBERNETES_SERVICE = Map.of(
            "TOLLBOOTH_SERVICE_HOST", "10.0.0.11",
            "TOLLBOOTH_SERVICE_PORT", "5432",
            "TOLLBOOTH_PORT", "tcp://10.0.0.11:5432",
            "TOLLBOOTH_PORT_5432_TCP", "tcp://10.0.0.11:5432",
            "TOLLBOOTH_PORT_5432_TCP_PROTO", "tcp",
            "TOLLBOOTH_PORT_5432_TCP_PORT", "5432",
            "TOLLBOOTH_PORT_5432_TCP_ADDR", "10.0.0.11");

    @TempDir
    private Path directory;

    private List<String> run(Map<String, String> environment, String options, String... properties) throws Exception {
        ProcessBuilder command = ForkedJvm.command(
                List.of(),
                List.of(
                        directory,
                        ForkedJvm.placeOf(OutsideSettingsIT.class),
                        ForkedJvm.placeOf(TollboothDriver.class),
                        ForkedJvm.placeOf(Driver.class)),
                OutsideSettingsApplication.class,
                properties);
        command.environment().putAll(environment);
        command.environment().put("JAVA_TOOL_OPTIONS", options);
        return ForkedJvm.finished(command.redirectErrorStream(true), OutsideSettingsApplication.class)
                .lines()
                .toList();
    }

    private static List<String> warnings(List<String> printed) {
        return printed.stream().filter(line -> line.contains("WARNING")).toList();
    }

    private static List<String> startingWith(List<String> printed, String start) {
        return printed.stream()
                .filter(line -> line.startsWith(start))
                .map(line -> line.substring(start.length()))
                .toList();
    }

    @Test
    void connect_inAPodBesideAServiceCalledTollbooth_isAccountedAndEachVariableIsToldOnce() throws Exception {
        List<String> printed = run(KUBERNETES_SERVICE, "");
        assertThat(startingWith(printed, "own=")).containsExactly("false", "false", "false");
        for (String variable : KUBERNETES_SERVICE.keySet()) {
            assertThat(warnings(printed))
                    .filteredOn(line -> line.contains(" " + variable + " (environment)"))
                    .as(variable)
                    .hasSize(1);
            assertThat(startingWith(printed, "Ignored=" + variable + "|environment|"))
                    .as(variable)
                    .hasSize(1);
        }
        assertThat(warnings(printed)).hasSameSizeAs(KUBERNETES_SERVICE.keySet());
        assertThat(startingWith(printed, "Ignored=")).hasSameSizeAs(KUBERNETES_SERVICE.keySet());
        assertThat(printed).noneMatch(line -> line.contains("10.0.0.11"));
    }

    @Test
    void connect_faultsInEveryPlace_eachIsToldOnceAndTheRestHolds() throws Exception {
        Path file = Files.writeString(directory.resolve("given"), "nmae=x\nkeyspace=orders\n");
        Files.writeString(directory.resolve("tollbooth.properties"), "samples=perhaps\ncpu-time=on\n");
        List<String> printed = run(
                Map.of("TOLLBOOTH_SLOW_THRESHOLD", "soon", "TOLLBOOTH_REPORT_DIR", "", "TOLLBOOTH_SQL_LISTEN", "5435"),
                "-Dtollbooth.digests.size=abc -Dtollbooth.ru.source=nosuch -Dtollbooth.grpc.agent=127.0.0.1:99999"
                        + " -Dtollbooth.config=" + file);
        assertThat(startingWith(printed, "own=")).containsExactly("false", "false", "false");
        assertThat(startingWith(printed, "second=")).containsExactly("second");
        List<String> faults = List.of(
                "tollbooth.digests.size=abc (system property)",
                "tollbooth.ru.source=nosuch",
                "tollbooth.grpc.agent=127.0.0.1:99999 (system property)",
                "TOLLBOOTH_SLOW_THRESHOLD=soon (environment)",
                "tollbooth.sql.listen=5435",
                "unknown setting: nmae (tollbooth.config=" + file + ")",
                "tollbooth.samples=perhaps (tollbooth.properties)");
        for (String fault : faults) {
            assertThat(warnings(printed))
                    .filteredOn(line -> line.contains(fault))
                    .as(fault)
                    .hasSize(1);
            assertThat(startingWith(printed, "Ignored="))
                    .filteredOn(line -> line.contains(fault))
                    .as(fault)
                    .hasSize(1);
        }
        assertThat(warnings(printed)).hasSameSizeAs(faults);
        assertThat(startingWith(printed, "Settings="))
                .contains(
                        "tollbooth.digests.size|default|10000",
                        "tollbooth.ru.source|default|auto",
                        "tollbooth.cpu-time|tollbooth.properties|on",
                        "tollbooth.keyspace|tollbooth.config=" + file + "|orders");
    }

    @ParameterizedTest
    @CsvSource({"-Dtollbooth.enabled=off,", ",TOLLBOOTH_ENABLED"})
    void connect_enabledOffBesideRubbish_isTheDriversOwnWithoutAWord(String option, String variable) throws Exception {
        Files.write(directory.resolve("tollbooth.properties"), new byte[] {0, 1, 2});
        List<String> printed = run(
                variable == null ? KUBERNETES_SERVICE : Map.of(variable, "off", "TOLLBOOTH_PORT", "tcp://10.0.0.11:1"),
                "-Dtollbooth.digests.size=abc " + (option == null ? "" : option),
                "tollbooth.nosuch",
                "x");
        assertThat(startingWith(printed, "own=")).containsExactly("true", "true", "true");
        assertThat(warnings(printed)).isEmpty();
    }

    @Test
    void connect_enabledOffAmongTheProperties_isTheDriversOwn() throws Exception {
        List<String> printed = run(
                KUBERNETES_SERVICE, "-Dtollbooth.jmx=off", "tollbooth.enabled", "off", "tollbooth.digests.size", "abc");
        assertThat(startingWith(printed, "own=")).containsExactly("true", "true", "true");
    }
}
