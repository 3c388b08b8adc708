package dev.tollbooth.integration.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.process.ForkedJvm;
import dev.tollbooth.jdbc.TollboothDriver;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.reporter.file.ReportFileReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.h2.Driver;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process may end before its report files are opened: what it executed is in them all the same. */
final class LastReportsIT {

    @ParameterizedTest
    @ValueSource(strings = {"return", "exit"})
    void process_thatEndsAtOnce_reportsAllThatItExecuted(String end, @TempDir Path directory) throws Exception {
        ForkedJvm.run(
                List.of(
                        ForkedJvm.placeOf(LastReportsIT.class),
                        ForkedJvm.placeOf(TollboothDriver.class),
                        ForkedJvm.placeOf(Driver.class)),
                EndingApplication.class,
                directory.toString(),
                end);

        List<Report> reports = new ArrayList<>();
        for (Path file : ReportFileReader.expand(List.of(directory))) {
            assertThat(ReportFileReader.read(file, reports::add).problem()).isEmpty();
        }
        assertThat(reports.stream()
                        .flatMap(report -> report.getStatementRecordsList().stream())
                        .mapToLong(record -> record.getExecCount())
                        .sum())
                .isEqualTo(EndingApplication.EXECUTIONS);
        assertThat(reports.stream()
                        .flatMap(report -> report.getTopRuRecordsList().stream())
                        .flatMap(record -> record.getItemsList().stream())
                        .mapToLong(item -> item.getExecCount())
                        .sum())
                .isEqualTo(EndingApplication.EXECUTIONS);
    }
}
