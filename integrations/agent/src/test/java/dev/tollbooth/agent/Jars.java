package dev.tollbooth.agent;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The jars for the JVMs of the tests. */
final class Jars {

    static final Path AGENT = Path.of("target/tollbooth-agent.jar").toAbsolutePath();
    static final Path DRIVER = Path.of("../../dist/target/tollbooth.jar").toAbsolutePath();
    static final Path COMMAND_LINE =
            Path.of("../../cli/target/tollbooth-cli.jar").toAbsolutePath();
    static final Path FLYWAY_PLUGIN =
            Path.of("../frameworks/target/tollbooth-frameworks.jar").toAbsolutePath();
    static final Path CLASSES = Path.of("target/test-classes").toAbsolutePath();

    private Jars() {}

    /** Returns the jars of the test's class path whose names match {@code pattern}. */
    static List<Path> named(String pattern) {
        Pattern name = Pattern.compile("(" + pattern + ").*\\.jar");
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Stream.of(path.split(File.pathSeparator))
                .map(Path::of)
                .filter(jar -> name.matcher(jar.getFileName().toString()).matches())
                .toList();
    }

    /** Returns all jars of a folder. */
    static List<Path> in(Path folder) {
        File[] found = folder.toFile().listFiles((in, name) -> name.endsWith(".jar"));
        return found == null
                ? List.of()
                : Stream.of(found).map(jar -> jar.toPath().toAbsolutePath()).toList();
    }

    static Path one(String pattern) {
        return named(pattern).get(0);
    }

    /** Returns a class path of {@code entries}. */
    static String path(Path... entries) {
        return String.join(
                File.pathSeparator, Stream.of(entries).map(Path::toString).toList());
    }
}
