package dev.tollbooth.samples.quarkus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ParcelServiceIT {
    private static final int TIMEOUT_SECONDS = 120;

    @TempDir
    private Path directory;

    /** Tests a data source whose URL is set at run time, as by Dev Services, and a wrong setting. */
    @Test
    void application_started_countsWhatItSends() throws Exception {
        String printed = run(
                "-Dquarkus.datasource.jdbc.url=jdbc:h2:file:" + directory.resolve("parcels"),
                "-Dtollbooth.report.intervall=15s");
        assertThat(printed)
                .contains("data source accounted: name=<default> instance=default")
                .contains("data source accounted: name=journal instance=journal")
                .contains("setting ignored: ", "Quarkus' configuration")
                .contains("did you mean tollbooth.report.interval?")
                .containsPattern("default +50 +insert into .?parcel")
                .containsPattern("journal +50 +insert into .?note")
                .contains("sent=102 counted=102");
        assertThat(directory.resolve("parcels.mv.db")).exists();
    }

    private String run(String... options) throws IOException, InterruptedException {
        Path output = directory.resolve("output.txt");
        ProcessBuilder command = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC");
        command.command().addAll(List.of(options));
        command.command().addAll(List.of("-jar", System.getProperty("sample.jar")));
        Process process = command.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
            String printed = Files.readString(output, StandardCharsets.UTF_8);
            assertThat(process.exitValue()).as(printed).isZero();
            return printed;
        } finally {
            process.destroyForcibly();
        }
    }
}
