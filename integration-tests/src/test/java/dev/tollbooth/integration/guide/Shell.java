package dev.tollbooth.integration.guide;

import dev.tollbooth.integration.process.ForkedJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A runner of shell blocks in a checkout with a built command line, beside a reader's report files. */
final class Shell {

    private static final int TIMEOUT_SECONDS = 60;
    private static final String JAR = "cli/target/tollbooth-cli.jar";

    private final Path directory;
    private final Map<String, String> placeholders;

    /**
     * Lays out a checkout in {@code directory}.
     *
     * @param placeholders words in blocks with their values
     */
    Shell(Path directory, Map<String, String> placeholders) throws IOException {
        this.directory = directory;
        this.placeholders = placeholders;
        Path jar = directory.resolve(JAR);
        Files.createDirectories(directory.resolve("bin"));
        Files.createDirectories(directory.resolve("cli/target"));
        Files.copy(
                Page.PROJECT.resolve("bin/tollbooth"),
                directory.resolve("bin/tollbooth"),
                StandardCopyOption.COPY_ATTRIBUTES);
        Files.copy(Page.PROJECT.resolve(JAR), jar);
        String sample = "samples/plain-jdbc/Songs.java";
        Files.createDirectories(directory.resolve(sample).getParent());
        Files.copy(Page.PROJECT.resolve(sample), directory.resolve(sample));
    }

    /**
     * Returns whether the machine has all of {@code programs} that {@code block} calls. Throws if it lacks one and
     * {@code TESTS_SKIP_NOTHING} is set.
     */
    static boolean canRun(Block block, List<String> programs) throws InterruptedException {
        for (String program : programs) {
            boolean called = block.text().matches("(?s).*\\b" + program + " .*");
            if (called && System.getenv("TESTS_SKIP_NOTHING") == null && !isInstalled(program)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isInstalled(String program) throws InterruptedException {
        try {
            return new ProcessBuilder(program, "--version")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Runs all lines of a block and returns their output; throws if a command fails. */
    String run(Block block) throws IOException, InterruptedException {
        String script = block.text();
        for (Map.Entry<String, String> placeholder : placeholders.entrySet()) {
            script = script.replaceAll("\\b" + placeholder.getKey() + "\\b", placeholder.getValue());
        }
        Path output = Files.createTempFile(directory, "output", ".txt");
        ProcessBuilder builder = new ProcessBuilder("bash", "-e", "-o", "pipefail", "-c", script);
        builder.directory(directory.toFile()).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("JDK_JAVA_OPTIONS", String.join(" ", ForkedJvm.SHORT_LIVED)); // most of it is starts
        builder.environment().put("PGPASSWORD", GuidedApplication.PASSWORD);
        builder.environment().merge("PATH", directory.resolve("bin").toString(), (path, bin) -> bin + ":" + path);
        Process process = builder.start();
        try {
            process.getOutputStream().close();
            boolean ended = process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            String printed = Files.readString(output, StandardCharsets.UTF_8);
            if (!ended || process.exitValue() != 0) {
                throw new IOException(block + (ended ? " failed" : " did not end") + "\n" + script + "\n" + printed);
            }
            return printed;
        } finally {
            process.destroyForcibly();
        }
    }
}
