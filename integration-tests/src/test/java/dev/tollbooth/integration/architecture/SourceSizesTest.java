package dev.tollbooth.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that no file, method or constructor is too large; records of figures may have many components. */
@Tag("check")
class SourceSizesTest {

    private static final long MOST_FILES = 28;

    /** The root of the project, from the module in which surefire runs. */
    static final Path PROJECT = Path.of(System.getProperty("basedir", ""))
            .toAbsolutePath()
            .normalize()
            .getParent();

    @TempDir
    Path directory;

    @Test
    void violations_mainSourcesOfAllModules_areNone() throws IOException {
        List<Path> sources = SourceSizes.mainSources(PROJECT);
        assertThat(sources.stream()
                        .map(source -> PROJECT.relativize(source).getName(0).toString()))
                .contains("accounting", "reporter", "jdbc-proxy", "cli", "benchmarks");
        assertThat(String.join("\n", SourceSizes.violations(PROJECT, sources)))
                .as(
                        "what is too large; a class's constructors and all methods have no exceptions, and only the components"
                                + " of a record may be more than %d",
                        SourceSizes.CONSTRUCTOR_PARAMETERS)
                .isEmpty();
    }

    @Test
    void packages_ofAllModules_haveFewFiles() throws IOException {
        Map<Path, Long> files = SourceSizes.mainSources(PROJECT).stream()
                .filter(source -> !source.endsWith("package-info.java"))
                .collect(Collectors.groupingBy(
                        source -> PROJECT.relativize(source).getParent(), TreeMap::new, Collectors.counting()));
        assertThat(files)
                .allSatisfy((folder, count) ->
                        assertThat(count).as(folder.toString()).isLessThanOrEqualTo(MOST_FILES));
    }

    @Test
    void violations_fileOverItsLimit_isNamed() throws IOException {
        assertThat(violations("class A {\n" + "\n".repeat(398) + "}\n")).isEmpty();
        assertThat(violations("class A {\n" + "\n".repeat(399) + "}\n"))
                .containsExactly("A.java:1: file of 401 lines, limit 400: split it by idea");
    }

    @Test
    void violations_methodOfFortyLines_isNamed() throws IOException {
        assertThat(violations("class A {\n    void a() {\n" + "\n".repeat(37) + "    }\n}\n"))
                .isEmpty();
        assertThat(violations("class A {\n    @Deprecated\n    void a() {\n" + "\n".repeat(37) + "    }\n}\n"))
                .containsExactly("A.java:2: method a of 40 lines, limit 39: take parts with a name out of it");
    }

    @Test
    void violations_longMembersOfNestedAndAnonymousTypes_areNamed() throws IOException {
        String body = " {\n" + "\n".repeat(38) + "}\n";
        assertThat(violations("class A {\nObject f = new Object() {\nvoid m()" + body + "};\nrecord R(int a) {\nR"
                        + body + "}\nstatic" + body + "}\n"))
                .hasSize(3)
                .anySatisfy(line -> assertThat(line).startsWith("A.java:3: method m of 40 lines"))
                .anySatisfy(line -> assertThat(line).startsWith("A.java:45: constructor of R of 40 lines"))
                .anySatisfy(line -> assertThat(line).startsWith("A.java:86: initializer of 40 lines"));
    }

    @Test
    void violations_constructorOfNineParameters_isNamedUnlessItIsARecordsOwn() throws IOException {
        String eight = parameters(8);
        String nine = parameters(9);
        assertThat(violations("class A {\nA(" + eight + ") {}\nrecord B(" + nine + ") {}\nrecord C(" + nine
                        + ") {\nC {}\n}\nvoid m(" + nine + ") {}\n}\n"))
                .isEmpty();
        assertThat(violations(
                        "class A {\nA(" + nine + ") {}\nrecord B(int a) {\nB(" + nine + ") {\nthis(0);\n}\n}\n}\n"))
                .hasSize(2)
                .anySatisfy(line -> assertThat(line)
                        .startsWith("A.java:2: constructor of A with 9 parameters, limit 8: make records"))
                .anySatisfy(
                        line -> assertThat(line).startsWith("A.java:4: constructor of B with 9 parameters, limit 8"));
    }

    private static String parameters(int count) {
        return IntStream.range(0, count).mapToObj(i -> "int p" + i).collect(Collectors.joining(", "));
    }

    private List<String> violations(String source) throws IOException {
        Path file = directory.resolve("A.java");
        Files.writeString(file, source);
        return SourceSizes.violations(directory, List.of(file));
    }
}
