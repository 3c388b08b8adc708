package dev.tollbooth.internal.table.jcstress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs this module's races for some seconds. For a longer run, start {@code org.openjdk.jcstress.Main} by hand. */
@Tag("slow")
class JcstressTest {

    private static final int RACES = 11;

    @Test
    void main_allRaces_haveNoForbiddenOutcome(@TempDir Path directory) throws Exception {
        Path output = directory.resolve("output.txt");
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        classPath,
                        "org.openjdk.jcstress.Main",
                        "-m",
                        "quick",
                        "-sc",
                        "false",
                        "-af",
                        "NONE",
                        "-pth",
                        "false",
                        "-hs",
                        "64",
                        "-iters",
                        "1",
                        "-time",
                        "100",
                        "-f",
                        "1",
                        // one JVM mode instead of eight
                        "-jvmArgs",
                        "-Xmx256m -XX:+UseSerialGC",
                        "-r",
                        directory.resolve("report").toString() + File.separator))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        String text = Files.readString(output);
        System.out.println(text);
        assertThat(process.exitValue()).as(text).isZero();
        assertThat(text).contains("All remaining tests: " + RACES + " matching");
    }
}
