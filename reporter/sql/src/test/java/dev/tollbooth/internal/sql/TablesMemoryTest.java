package dev.tollbooth.internal.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class TablesMemoryTest {

    @Test
    void database_ofItsOwnJvm_holdsAboutWhatIsSaid() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        TablesMemoryMain.class.getName())
                .redirectErrorStream(true)
                .start();
        try {
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).as(printed).isTrue();
            Matcher figures = Pattern.compile("said=(\\d+) grown=(\\d+)").matcher(printed);
            assertThat(figures.find()).as(printed).isTrue();
            long grown = Long.parseLong(figures.group(2));
            assertThat(Long.parseLong(figures.group(1)))
                    .as("heap grew by %s", grown)
                    .isBetween(grown / 2, grown * 2);
        } finally {
            process.destroyForcibly();
        }
    }
}
