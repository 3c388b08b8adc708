package dev.tollbooth.integration.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.process.ForkedJvm;
import dev.tollbooth.jdbc.TollboothDriver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

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

    private static Path fixture(String name) {
        return Path.of(System.getProperty("integration.fixtures"), name);
    }
}
