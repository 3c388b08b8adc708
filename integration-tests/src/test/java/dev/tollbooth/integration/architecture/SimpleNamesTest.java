package dev.tollbooth.integration.architecture;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that each simple name of a type is used once in all modules. */
@Tag("check")
class SimpleNamesTest {

    @Test
    void simpleName_ofAnyType_isOfNoOther() throws IOException {
        Map<String, List<Path>> byName = SourceSizes.mainSources(SourceSizesTest.PROJECT).stream()
                .filter(source -> ofTollbooth(source) && !source.endsWith("package-info.java"))
                .collect(groupingBy(source -> source.getFileName().toString()));
        byName.values().removeIf(sources -> sources.size() == 1);
        assertThat(byName)
                .as("types of one simple name: give one of them another")
                .isEmpty();
    }

    /** Returns whether a source belongs to Tollbooth; samples in packages of their own don't. */
    private static boolean ofTollbooth(Path source) {
        return SourceSizesTest.PROJECT.relativize(source).toString().contains("/src/main/java/dev/tollbooth/");
    }
}
