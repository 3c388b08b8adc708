package dev.tollbooth.integration.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.process.ForkedJvm;
import dev.tollbooth.jdbc.TollboothDriver;
import dev.tollbooth.proto.v1.Report;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
final class ClassPathIT {
    private static final Path TOLLBOOTH = ForkedJvm.placeOf(TollboothDriver.class);
    private static final Path H2 = ForkedJvm.placeOf(org.h2.Driver.class);
    private static final Path TESTS = ForkedJvm.placeOf(ClassPathIT.class);
    private static final String EXPECTED = "rows=" + (SmallApplication.EXECUTIONS - 2);

    @Test
    void driver_aloneWithADatabaseDriver_needsNothingElse() throws Exception {
        assertThat(ForkedJvm.run(List.of(TESTS, TOLLBOOTH, H2), SmallApplication.class))
                .contains(EXPECTED, "url=jdbc:h2:mem:small")
                .doesNotContainIgnoringCase("exception");
    }

    @Test
    void driver_behindOldVersionsOfItsParts_usesItsOwn() throws Exception {
        List<Path> old = List.of(fixture("caffeine.jar"), fixture("protobuf-java.jar"));
        assertThat(old).allSatisfy(jar -> assertThat(Files.size(jar)).isPositive());
        assertThat(ForkedJvm.run(List.of(TESTS, old.get(0), old.get(1), TOLLBOOTH, H2), CoexistingApplication.class))
                .contains(EXPECTED, "reports=1", "caffeine=caffeine.jar", "protobuf=protobuf-java.jar")
                .doesNotContainIgnoringCase("exception");
    }

    @Test
    void driver_seenByContextClassLoaderOnly_isFound() throws Exception {
        assertThat(ForkedJvm.run(List.of(TESTS, TOLLBOOTH), ContextLoaderApplication.class, H2.toString()))
                .contains(EXPECTED)
                .doesNotContainIgnoringCase("exception");
    }

    /**
     * Tests a run time like those of {@code jlink}: without {@code java.management} there are no MBeans, and all else
     * works.
     */
    @Test
    void driver_withoutTheModulesOfJmxAndFlightRecorder_accountsAndReports(@TempDir Path directory) throws Exception {
        ProcessBuilder command = ForkedJvm.command(
                List.of(),
                List.of(TESTS, TOLLBOOTH, H2),
                LimitedRunTimeApplication.class,
                "tollbooth.report.dir=" + directory,
                "tollbooth.cpu-time=on",
                "tollbooth.memory.query-limit=100MB",
                "tollbooth.slow.threshold=1ms");
        command.command().add(1, "--limit-modules=java.sql");
        assertThat(ForkedJvm.finished(command.redirectErrorStream(true), LimitedRunTimeApplication.class))
                .contains(
                        "modules management=false jfr=false",
                        "counted=" + LimitedRunTimeApplication.EXECUTIONS,
                        "ended")
                .contains("no MBeans: this Java run time lacks the module java.management")
                .doesNotContain("accounting failed", "not accounted", "Exception", "\tat ");
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> written =
                    files.filter(file -> file.toString().endsWith(".pb")).toList();
            assertThat(written).singleElement().satisfies(file -> {
                try (InputStream in = Files.newInputStream(file)) {
                    Report report = Report.parseDelimitedFrom(in);
                    assertThat(report.getStatementRecordsList())
                            .anyMatch(record -> record.getExecCount() == LimitedRunTimeApplication.EXECUTIONS);
                }
            });
        }
    }

    private static Path fixture(String name) {
        return Path.of(System.getProperty("integration.fixtures"), name);
    }
}
