package dev.tollbooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests the output of {@code bin/tollbooth} on its first use, with a Java and a Maven that only print. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "bin/tollbooth is a shell script")
class FirstBuildTest {

    @TempDir
    Path home;

    @BeforeEach
    void install() throws IOException {
        Files.createDirectories(home.resolve("bin"));
        Files.copy(Path.of("../bin/tollbooth"), home.resolve("bin/tollbooth"));
        java("17.0.15");
        program("java/bin/javac", "");
        maven("echo '[INFO] Building Tollbooth: messages 1.0.0-rc1                 [2/8]'"
                + "\nmkdir -p cli/target && touch cli/target/tollbooth-cli.jar\necho '[INFO] BUILD SUCCESS'");
    }

    @Test
    void build_whileItRuns_namesItsModules() throws Exception {
        Invocation result = demo();
        assertThat(result.err()).contains("building 2 of 8: messages");
        assertThat(result.out()).containsExactly("the command line");
        assertThat(result.exitCode()).isZero();
        assertThat(demo().err()).as("built once").isEmpty();
    }

    @Test
    void build_thatFails_isToldInThreeLines() throws Exception {
        maven("echo '[ERROR] COMPILATION ERROR : '\necho '[ERROR] Main.java:[25,1] reached end of file'\nexit 1");
        assertThat(failure()).containsExactly("mvn: Main.java:[25,1] reached end of file", "to see all errors");
        maven("echo '[ERROR] [ERROR] Some problems'\necho '[ERROR] Could not transfer artifact a:b'\nexit 1");
        assertThat(failure()).containsExactly("mvn: Could not transfer artifact a:b", "let Maven reach Maven Central");
        maven("echo 'mvn: no such file' >&2\nexit 127");
        assertThat(failure()).containsExactly("mvn: mvn: no such file", "to see all errors");
    }

    @Test
    void build_thatFailsLate_leavesNoJarThatWouldRun() throws Exception {
        maven("mkdir -p cli/target && touch cli/target/tollbooth-cli.jar\necho '[ERROR] shading'\nexit 1");
        assertThat(failure().get(0)).isEqualTo("mvn: shading");
        assertThat(failure().get(0)).as("again").isEqualTo("mvn: shading");
    }

    @Test
    void java_oldOrWithoutCompiler_isToldInThreeLines() throws Exception {
        java("1.8.0_402");
        assertThat(failure().get(0)).startsWith("java.version=8, java.home=");
        java("21.0.1");
        Files.delete(home.resolve("java/bin/javac"));
        assertThat(failure().get(0)).startsWith("java.home=");
        Files.delete(home.resolve("java/bin/java"));
        assertThat(failure().get(0)).isEqualTo("JAVA_HOME=" + home.resolve("java"));
    }

    /** Returns the error, and the main words of its remedy. */
    private List<String> failure() throws Exception {
        Invocation result = demo();
        List<String> told = result.err().stream()
                .filter(line -> !line.startsWith("tollbooth: building the command line"))
                .toList();
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(told).hasSize(3);
        assertThat(told.get(0)).startsWith("tollbooth: ");
        String remedy = told.get(2).strip();
        assertThat(remedy).startsWith("remedy: ");
        return List.of(
                told.get(1).strip(),
                remedy.endsWith("to see all errors")
                        ? "to see all errors"
                        : remedy.substring(8).split(":")[0]);
    }

    private Invocation demo() throws IOException, InterruptedException {
        ProcessBuilder command = new ProcessBuilder(
                        "sh", home.resolve("bin/tollbooth").toString(), "demo")
                .redirectOutput(home.resolve("out").toFile())
                .redirectError(home.resolve("err").toFile());
        command.environment().put("JAVA_HOME", home.resolve("java").toString());
        command.environment().merge("PATH", home.resolve("maven") + ":", (path, first) -> first + path);
        int exitCode = command.start().waitFor();
        return new Invocation(
                exitCode, Files.readAllLines(home.resolve("out")), Files.readAllLines(home.resolve("err")), "");
    }

    private void java(String version) throws IOException {
        program("java/bin/java", "echo the command line");
        Files.writeString(home.resolve("java/release"), "JAVA_VERSION=\"" + version + "\"\n");
    }

    private void maven(String script) throws IOException {
        program("maven/mvn", script);
    }

    private void program(String name, String script) throws IOException {
        Path program = home.resolve(name);
        Files.createDirectories(program.getParent());
        Files.writeString(program, "#!/bin/sh\n" + script + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }
}
