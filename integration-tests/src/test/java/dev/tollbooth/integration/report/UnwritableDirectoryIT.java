package dev.tollbooth.integration.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.process.ForkedJvm;
import dev.tollbooth.jdbc.TollboothDriver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.h2.Driver;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a process that ends before its log could report anything: standard error names the lost reports. */
final class UnwritableDirectoryIT {

    @ParameterizedTest
    @ValueSource(strings = {"return", "exit"})
    void process_thatEndsAtOnce_saysHowManyReportsAreLost(String end, @TempDir Path directory) throws Exception {
        Path inTheWay = Files.writeString(directory.resolve("reports"), "in the way");
        String output = ForkedJvm.run(
                List.of(
                        ForkedJvm.placeOf(UnwritableDirectoryIT.class),
                        ForkedJvm.placeOf(TollboothDriver.class),
                        ForkedJvm.placeOf(Driver.class)),
                EndingApplication.class,
                inTheWay.toString(),
                end);
        assertThat(output.lines().filter(line -> line.contains("reports lost")))
                .hasSize(1)
                .allMatch(
                        line -> line.matches("tollbooth: reports lost as they could not be written: reports=[1-9]\\d*,"
                                + " bytes=[1-9]\\d*, directory=.*, cause=.*; make it writable: tollbooth.report.dir"));
    }
}
