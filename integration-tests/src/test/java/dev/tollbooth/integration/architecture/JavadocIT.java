package dev.tollbooth.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the Javadoc of public types describes each parameter, result and exception, and has no broken link. */
@Tag("check")
class JavadocIT {

    private static final List<String> MODULES = List.of("accounting", "reporter", "jdbc-proxy");

    @TempDir
    Path directory;

    @Test
    void publicPackages_doclintAll_giveNoWarning() throws IOException {
        // no source path: the jar contains all that public types refer to, except for the annotations of jspecify
        List<String> arguments = new ArrayList<>(List.of("-quiet", "-Xdoclint:all", "-Xmaxwarns", "1000"));
        arguments.addAll(List.of("-encoding", "UTF-8", "-d", directory.toString()));
        arguments.addAll(List.of("-classpath", System.getProperty("java.class.path")));
        arguments.addAll(publicSources());

        StringWriter said = new StringWriter();
        PrintWriter out = new PrintWriter(said, true);
        int status = ToolProvider.findFirst("javadoc").orElseThrow().run(out, out, arguments.toArray(String[]::new));

        assertThat(said.toString()).as("what javadoc -Xdoclint:all says").isEmpty();
        assertThat(status).isZero();
        for (String name : PublicSignatures.PACKAGES) {
            assertThat(directory.resolve(name.replace('.', '/')).resolve("package-summary.html"))
                    .isRegularFile();
        }
    }

    private static List<String> publicSources() throws IOException {
        List<String> sources = new ArrayList<>();
        for (String module : MODULES) {
            for (String name : PublicSignatures.PACKAGES) {
                Path inModule = Path.of("..", module, "src/main/java", name.replace('.', '/'));
                if (Files.isDirectory(inModule)) {
                    try (Stream<Path> files = Files.list(inModule)) {
                        files.map(Path::toString)
                                .filter(file -> file.endsWith(".java"))
                                .forEach(sources::add);
                    }
                }
            }
        }
        return sources;
    }
}
