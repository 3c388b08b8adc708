package dev.tollbooth.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tollbooth.cli.Invocation;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.file.FinishedReportFile;
import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.statement.ErrorClass;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Sha256;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code tollbooth advise} on reports of two windows, with a loop of selects and failing inserts in each. */
final class AdviseCommandTest {

    private static final long MILLI = 1_000_000;

    @TempDir
    private Path directory;

    @BeforeEach
    void writeTwoWindows() throws IOException {
        ReportResource sender = new ReportResource("shop", "", "", "default", "host", 1, Map.of());
        StatementRecord loop =
                row(1, "select * from item where id = ?", 100, 0, 100, "", row(1, "", 90, 0, 90, "GET /orders"));
        StatementRecord failing = row(2, "insert into item values ( ... )", 10, 10, 0, "");
        try (FinishedReportFile file = FinishedReportFile.begin(directory, sender, ReportFixture.START * 1_000)) {
            file.add(ReportFixture.report("boot", 0, List.of(), List.of(loop, failing)));
            file.add(ReportFixture.report("boot", 1, List.of(), List.of(loop, failing)));
        }
    }

    private static StatementRecord row(
            int number, String text, int count, int errors, int repeated, String origin, StatementRecord... origins) {
        return row(number, text, count, errors, repeated, 0, 0, Map.of(), origin, origins);
    }

    /** Returns a select of 200 executions with these figures of advice. */
    private static StatementRecord select(
            int number, String text, long rows, long maxBytes, Map<Figure, Long> figures) {
        Map<String, Long> byKey = new HashMap<>();
        figures.forEach((figure, value) -> byKey.put(figure.key(), value));
        return row(number, text, 200, 0, 0, rows, maxBytes, byKey, "");
    }

    private static StatementRecord row(
            int number,
            String text,
            int count,
            int errors,
            int repeated,
            long rows,
            long maxBytes,
            Map<String, Long> advice,
            String origin,
            StatementRecord... origins) {
        return new StatementRecord(
                "shop",
                ReportFixture.digest(number),
                text,
                "STATEMENT " + number,
                count,
                errors,
                errors == 0 ? Map.of() : Map.of(ErrorClass.CONSTRAINT, (long) errors),
                0,
                0L,
                0,
                rows,
                count * MILLI,
                MILLI,
                rows == 0 ? 0 : 100 * MILLI,
                count,
                "estimate",
                0,
                maxBytes,
                false,
                latencies(count),
                repeated,
                repeated == 0 ? 0 : 2,
                repeated,
                origin,
                List.of(origins),
                List.of(),
                advice);
    }

    private static HistogramSnapshot latencies(int count) {
        long[] counts = new long[LatencyBuckets.COUNT];
        counts[LatencyBuckets.index(MILLI)] = count;
        return HistogramSnapshot.of(0, counts);
    }

    @Test
    void advise_reportsWithFiguresOfAdvice_showsTheirKinds(@TempDir Path busy) throws IOException {
        ReportResource sender = new ReportResource("shop", "", "", "default", "host", 1, Map.of());
        List<StatementRecord> rows = List.of(
                select(11, "select * from item", 10_000, 0, Map.of(Figure.FETCHES, 2_000L)),
                select(12, "select * from document", 100_000, 20 << 20, Map.of(Figure.FETCHES, 200L)),
                select(13, "select * from page", 1_000, 0, Map.of(Figure.CUT_SHORT, 150L, Figure.BUFFERED, 1L << 30)),
                select(14, "select a from b", 0, 0, Map.of(Figure.TEXTS, 250L, Figure.LIST_LENGTHS, 1L)),
                select(
                        15,
                        "select c from d where e in ( ... )",
                        0,
                        0,
                        Map.of(Figure.TEXTS, 12L, Figure.LIST_LENGTHS, 12L)),
                select(16, "insert into f values ( ... )", 0, 0, Map.of(Figure.LOOPED, 200L, Figure.LOOPS, 2L)),
                select(17, "update g set h = ?", 0, 0, Map.of(Figure.WAITS, 100L, Figure.WAITED, 5_000 * MILLI)));
        try (FinishedReportFile file = FinishedReportFile.begin(busy, sender, ReportFixture.START * 1_000)) {
            file.add(ReportFixture.report("boot", 0, List.of(), rows));
            file.add(ReportFixture.report("boot", 1, List.of(), rows));
        }
        Invocation json = Invocation.of("", "advise", busy.toString(), "--json");
        Map<String, String> found = new TreeMap<>();
        JsonParser.parseString(json.out().get(0))
                .getAsJsonObject()
                .getAsJsonArray("advice")
                .forEach(each -> found.put(
                        each.getAsJsonObject().get("kind").getAsString(),
                        each.getAsJsonObject().get("about").getAsString()));
        assertThat(found)
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "small-fetches", "STATEMENT 11",
                        "whole-result", "STATEMENT 12",
                        "unread-rows", "STATEMENT 13",
                        "literals", "STATEMENT 14",
                        "list-lengths", "STATEMENT 15",
                        "commit-each", "STATEMENT 16",
                        "waits-in-transaction", "STATEMENT 17",
                        "time-in-network", "all statements"));
        assertThat(json.out().get(0)).contains("\"waits\":200", "\"fetches\":4000", "\"texts\":250");
    }

    @Test
    void advise_reports_ranksWhatTheirFiguresTell() {
        Invocation text = Invocation.of("", "advise", directory.toString());
        assertThat(text.exitCode()).isZero();
        assertThat(String.join(" ", text.out()).replaceAll(" +", " "))
                .contains("n-plus-one", "STATEMENT 1", "GET /orders", "196 round trips")
                .contains("always-fails", "STATEMENT 2", "ON CONFLICT")
                .containsSubsequence("n-plus-one", "always-fails");
        assertThat(text.err()).isEmpty();
        assertThat(text.out().get(text.out().size() - 1))
                .isEqualTo("only a running JVM shows (tollbooth advise PID): same-again, unread-columns, no-pool");
        Invocation json = Invocation.of("", "advise", directory.toString(), "--json");
        JsonObject first = JsonParser.parseString(json.out().get(0))
                .getAsJsonObject()
                .getAsJsonArray("advice")
                .get(0)
                .getAsJsonObject();
        assertThat(first.get("kind").getAsString()).isEqualTo("n-plus-one");
        assertThat(first.get("savedRoundTrips").getAsLong()).isEqualTo(196);
        assertThat(first.getAsJsonObject("evidence").get("repeated").getAsLong())
                .isEqualTo(200);
    }

    @Test
    void failOn_kindThatIsFound_exitsWithOne() {
        String files = directory.toString();
        assertThat(Invocation.of("", "advise", files, "--fail-on", "row-by-row,n-plus-one")
                        .exitCode())
                .isEqualTo(1);
        assertThat(Invocation.of("", "advise", files, "--fail-on", "row-by-row").exitCode())
                .isZero();
        assertThat(Invocation.of("", "advise", files, "--fail-on", "any").exitCode())
                .isEqualTo(1);
        Invocation unknown = Invocation.of("", "advise", files, "--fail-on", "n-plus-two");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err().get(0)).contains("unknown kind", "n-plus-one");
        Invocation elsewhere = Invocation.of("", "advise", files, "--fail-on", "no-pool");
        assertThat(elsewhere.exitCode()).isEqualTo(2);
        assertThat(elsewhere.err().get(0)).contains("--fail-on=no-pool", "tollbooth advise PID");
    }

    @Test
    void slowerSince_laterFilesAreSlowerByAnotherPlan_namesTheTimeAndBothPlans(@TempDir Path later) throws IOException {
        Sha256 digest = ReportFixture.digest(0x22);
        ReportResource sender = new ReportResource("shop", "", "", "default", "host", 1, Map.of());
        try (FinishedReportFile file = FinishedReportFile.begin(later, sender, ReportFixture.START * 1_000)) {
            for (int window = 0; window < 10; window++) {
                boolean slow = window >= 6;
                file.add(ReportFixture.report(
                        "boot",
                        window,
                        List.of(ReportFixture.statement("web", digest, ReportFixture.digest(slow ? 0xb2 : 0xa1))),
                        List.of(ReportFixture.counted(
                                digest, "SELECT orders", 200, 0, 200, slow ? 20 * MILLI : MILLI))));
            }
        }
        Invocation text = Invocation.of("", "advise", later.toString(), "--fail-on", "slower-since");
        assertThat(text.exitCode()).isEqualTo(1);
        assertThat(String.join(" ", text.out()).replaceAll(" +", " "))
                .contains("slower-since", "SELECT orders", "since 2025-11-21T10:06:00Z")
                .contains("plan a1a1a1a1 before and b2b2b2b2 since", "likely");
    }

    @Test
    void advise_noReport_saysSo() {
        Invocation none = Invocation.of("", "advise", directory.toString(), "--since", "2030-01-01T00:00:00Z");
        assertThat(none.exitCode()).isEqualTo(1);
        assertThat(none.err().get(0)).contains("nothing to look at");
    }
}
