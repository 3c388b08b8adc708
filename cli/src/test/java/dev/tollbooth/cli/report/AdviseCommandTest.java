package dev.tollbooth.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tollbooth.cli.Invocation;
import dev.tollbooth.internal.file.FinishedReportFile;
import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.statement.ErrorClass;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Sha256;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
                0,
                count * MILLI,
                MILLI,
                0,
                count,
                "estimate",
                0,
                0,
                false,
                HistogramSnapshot.EMPTY,
                repeated,
                repeated == 0 ? 0 : 2,
                repeated,
                origin,
                List.of(origins),
                List.of());
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
                .startsWith("only a running JVM shows (tollbooth advise PID): same-again, commit-each, ")
                .contains("small-fetches")
                .doesNotContain("n-plus-one", "any");
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
        Invocation elsewhere = Invocation.of("", "advise", files, "--fail-on", "small-fetches");
        assertThat(elsewhere.exitCode()).isEqualTo(2);
        assertThat(elsewhere.err().get(0)).contains("--fail-on=small-fetches", "tollbooth advise PID");
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
