package dev.tollbooth.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.cli.Invocation;
import dev.tollbooth.internal.file.FinishedReportFile;
import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Sha256;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TopOriginsTest {

    private static final long MILLI = 1_000_000;

    @TempDir
    private Path directory;

    @BeforeEach
    void writeTwoWindows() throws IOException {
        ReportResource sender = new ReportResource("shop", "", "", "default", "host", 1, Map.of());
        StatementRecord orders = row(1, 50, 31, 1, 31, "", row(1, 40, 31, 1, 31, "GET /orders"));
        StatementRecord books = row(2, 10, 0, 0, 0, "", row(2, 4, 0, 0, 0, "GET /orders"), row(2, 1, 0, 0, 0, "mail"));
        try (FinishedReportFile file = FinishedReportFile.begin(directory, sender, ReportFixture.START * 1_000)) {
            file.add(ReportFixture.report("boot", 0, List.of(), List.of(orders)));
            file.add(ReportFixture.report("boot", 1, List.of(), List.of(orders, books)));
        }
    }

    private static StatementRecord row(
            int number, int count, int most, int repeatedIn, int repeated, String origin, StatementRecord... origins) {
        return new StatementRecord(
                "shop",
                ReportFixture.digest(number),
                "select ?",
                "SELECT t" + number,
                count,
                origin.isEmpty() ? 1 : 0,
                Map.of(),
                0,
                0L,
                0,
                2 * count,
                count * MILLI,
                MILLI,
                0,
                count,
                "estimate",
                0,
                0,
                false,
                HistogramSnapshot.EMPTY,
                most,
                repeatedIn,
                repeated,
                origin,
                List.of(origins),
                List.of(),
                Map.of());
    }

    private Invocation top(String... more) {
        String[] arguments = new String[more.length + 2];
        arguments[0] = "top";
        arguments[1] = directory.toString();
        System.arraycopy(more, 0, arguments, 2, more.length);
        return Invocation.of("", arguments);
    }

    @Test
    void top_byOrigin_addsUpToAllExecutions() {
        List<String> out = top("--by", "origin").out();
        assertThat(out.get(0)).matches("2 reports, .*, by origin; 110 RU");
        assertThat(out.subList(1, out.size()))
                .containsExactly(
                        "origin          time   share  count      avg  errors  rows     RU  repeated  statements",
                        "GET /orders  84.0 ms  76.4 %     84  1.00 ms       0   168  84.00        62           2",
                        "-            25.0 ms  22.7 %     25  1.00 ms       3    50  25.00         0           2",
                        "mail         1.00 ms   0.9 %      1  1.00 ms       0     2   1.00         0           1");
    }

    @Test
    void top_byRepetitions_namesTheStatementAndItsOrigin() {
        List<String> out = top("--by", "repetitions").out();
        assertThat(out).hasSize(3);
        assertThat(out.get(2)).matches("[0-9a-f]{8} +SELECT t1 +GET /orders +62 +100\\.0 % +2 +31 +80\\.0 ms");
        assertThat(top("--by", "repetitions", "--json").out())
                .singleElement()
                .asString()
                .contains("\"origin\":\"GET /orders\"", "\"transactions\":2", "\"mostInTransaction\":31");
    }

    private static RuRecord spent(String user, int digest, double... each) {
        Map<String, RuItem> origins = new LinkedHashMap<>();
        double sum = 0;
        for (int i = 0; i < each.length; i++) {
            String name = List.of("GET /orders", "", "mail").get(i);
            origins.put(name, new RuItem(ReportFixture.START, each[i], 2, MILLI, each[i] == 0 ? 2 : 0, 0));
            sum += each[i];
        }
        RuItem item = new RuItem(ReportFixture.START, sum, 2 * each.length, each.length * MILLI, 0, 0, origins);
        return new RuRecord(
                RecordScope.STATEMENT,
                "H2/shop",
                "estimate",
                user,
                ReportFixture.digest(digest),
                Sha256.NONE,
                List.of(item));
    }

    @Test
    void top_byOriginOfAUser_readsWhatReportsTellByOrigin() throws IOException {
        assertThat(top("--by", "origin", "--user", "anna").err()).anyMatch(line -> line.contains("topru.by-origin=on"));
        ReportResource sender = new ReportResource("shop", "", "", "default", "host", 2, Map.of());
        try (FinishedReportFile file = FinishedReportFile.begin(directory, sender, ReportFixture.START * 1_000 + 1)) {
            file.add(ReportFixture.report(
                    "other",
                    0,
                    List.of(spent("anna", 1, 4, 2), spent("bert", 1, 9), spent("anna", 2, 3, 1, 0)),
                    List.of()));
        }
        List<String> out = top("--by", "origin", "--user", "anna").out();
        assertThat(out.get(0)).endsWith(", by origin; estimate: 10.00 RU");
        assertThat(out.subList(1, out.size()))
                .containsExactly(
                        "origin         RU   share     time  count     avg",
                        "GET /orders  7.00  70.0 %  2.00 ms      4  500 µs",
                        "-            3.00  30.0 %  2.00 ms      4  500 µs",
                        "mail            -       -  1.00 ms      2  500 µs");
        assertThat(top("--by", "origin", "--user", "anna", "--limit", "1").out())
                .last()
                .asString()
                .startsWith("(2 more)");
        assertThat(top("--origin", "GET /orders", "--source", "estimate", "--json")
                        .out())
                .singleElement()
                .asString()
                .contains("\"origin\":\"GET /orders\",\"timeNanos\":3000000,\"count\":6,\"avgNanos\":500000,"
                        + "\"ru\":16.0,\"ruSource\":\"estimate\",\"ruUnknown\":0");
        assertThat(top("--by", "origin", "--user", "nobody").exitCode()).isEqualTo(1);
        assertThat(top("--by", "repetitions", "--user", "anna").exitCode()).isEqualTo(2);
    }

    @Test
    void top_ofAnOrigin_listsItsStatements() {
        List<String> out = top("--origin", "GET /orders").out();
        assertThat(out).hasSize(4);
        assertThat(out.get(2)).matches("[0-9a-f]{8} +SELECT t1 +80\\.0 ms +95\\.2 % +80 .*");
        assertThat(top("--origin", "GET /nothing").exitCode()).isEqualTo(1);
        assertThat(top("--origin", "mail", "--user", "web").exitCode()).isEqualTo(2);
        assertThat(top("--origin", "mail", "--by", "p99").exitCode()).isEqualTo(2);
        assertThat(top("--by", "origin", "--csv").out().get(0)).startsWith("kind,origin,timeNanos,");
    }
}
