package dev.tollbooth.integration.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.process.ForkedJvm;
import dev.tollbooth.jdbc.TollboothDriver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests Tollbooth with the restrictions of later JDKs, as far as this JDK can enforce them. */
@Tag("jdk")
final class LaterJdkIT {

    @TempDir
    Path directory;

    @Test
    void jar_withAllForbiddenThatLaterJdksForbid_worksWithoutAWarning() throws Exception {
        List<Path> classPath = List.of(
                ForkedJvm.placeOf(LaterJdkIT.class),
                ForkedJvm.placeOf(TollboothDriver.class),
                ForkedJvm.placeOf(org.h2.Driver.class));
        ProcessBuilder command = ForkedJvm.command(List.of(), classPath, SmallApplication.class);
        List<String> options = options(Runtime.version().feature());
        options.add("-Dtollbooth.report.dir=" + directory);
        command.command().addAll(1, options);
        String printed = ForkedJvm.finished(command.redirectErrorStream(true), SmallApplication.class);
        assertThat(printed)
                .contains("rows=" + (SmallApplication.EXECUTIONS - 2))
                .doesNotContainIgnoringCase("warning");
        try (Stream<Path> reports = Files.list(directory)) {
            assertThat(reports.filter(file -> file.toString().endsWith(".pb"))).hasSize(1);
        }
    }

    private static List<String> options(int feature) {
        List<String> options = new ArrayList<>();
        if (feature >= 24) {
            options.add("--illegal-native-access=deny");
            options.add("--sun-misc-unsafe-memory-access=deny");
        }
        if (feature >= 26) {
            options.add("--illegal-final-field-mutation=deny");
        }
        return options;
    }
}
