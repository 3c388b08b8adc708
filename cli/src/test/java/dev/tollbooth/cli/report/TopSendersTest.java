package dev.tollbooth.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.cli.Invocation;
import dev.tollbooth.internal.file.FinishedReportFile;
import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.statement.HistogramSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TopSendersTest {

    private static final long MILLI = 1_000_000;

    @TempDir
    private Path directory;

    @BeforeEach
    void writeReportsOfThreeProcesses() throws IOException {
        write("checkout", 1, 10, "estimate");
        write("checkout", 2, 20, "estimate");
        write("catalog", 3, 5, "postgres");
    }

    private void write(String service, int process, int executions, String source) throws IOException {
        ReportResource sender = new ReportResource(service, "", "", "default", "host", process, Map.of());
        StatementRecord row = new StatementRecord(
                "shop",
                ReportFixture.digest(process),
                "select ?",
                "SELECT",
                executions,
                1,
                Map.of(),
                0,
                0L,
                0,
                2,
                executions * MILLI,
                MILLI,
                0,
                3,
                source,
                0,
                0,
                false,
                HistogramSnapshot.of(101, new long[] {executions}),
                0,
                0,
                0,
                "",
                List.of(),
                List.of(),
                Map.of());
        try (FinishedReportFile file = FinishedReportFile.begin(directory, sender, ReportFixture.START * 1_000)) {
            file.add(ReportFixture.report("boot-" + process, 0, List.of(), List.of(row)));
        }
    }

    private Invocation top(String... more) {
        String[] arguments = new String[more.length + 2];
        arguments[0] = "top";
        arguments[1] = directory.toString();
        System.arraycopy(more, 0, arguments, 2, more.length);
        return Invocation.of("", arguments);
    }

    @Test
    void top_byService_addsUpTheProcessesOfEach() {
        List<String> out = top("--by", "service").out();
        assertThat(out.get(0)).matches("3 reports, .*, by service; request units of several sources");
        assertThat(out.subList(1, out.size()))
                .containsExactly(
                        "service      time   share  count      avg      P95      P99  errors  rows    RU  reports",
                        "checkout  30.0 ms  85.7 %     30  1.00 ms  1.05 ms  1.05 ms       2     4  6.00        2",
                        "catalog   5.00 ms  14.3 %      5  1.00 ms  1.05 ms  1.05 ms       1     2  3.00        1");
    }

    @Test
    void top_byInstance_namesEachAndWhatTheLimitLeavesOut() {
        List<String> out = top("--by", "instance", "--limit", "1").out();
        assertThat(out).hasSize(4);
        assertThat(out.get(2)).matches("checkout +default@host:2 +20\\.0 ms +57\\.1 % +20 .*");
        assertThat(out.get(3)).matches(" +\\(2 more\\) +15\\.0 ms +42\\.9 % +15 .*");
        assertThat(top("--by", "instance", "--json", "--instance", "default@host:3")
                        .out())
                .singleElement()
                .asString()
                .contains("\"service\":\"catalog\"", "\"count\":5");
    }

    @Test
    void top_byServiceOfAUser_isRefusedWithTheRemedy() {
        Invocation refused = top("--by", "service", "--user", "web");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(String.join("", refused.err())).contains("leave out --user");
        assertThat(top("--by", "service", "--csv").out().get(0)).startsWith("kind,service,timeNanos,count,");
    }
}
