package dev.tollbooth.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tollbooth.cli.Invocation;
import dev.tollbooth.internal.file.ReportFileSink;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.statement.Sha256;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the output and the exit code of {@code tollbooth diff}. */
class DiffCommandTest {

    private static final int WINDOWS = 10;
    private static final long MILLI = ReportFixture.MILLI;

    @TempDir
    private static Path directory;

    private static Path before;
    private static Path after;

    @BeforeAll
    static void write() {
        before = directory.resolve("before");
        after = directory.resolve("after");
        write(before, 0, false);
        write(after, WINDOWS, true);
        write(directory.resolve("both"), 0, false);
        write(directory.resolve("both"), WINDOWS, true);
    }

    private static void write(Path side, int firstWindow, boolean changed) {
        try (ReportFileSink sink = ReportFixture.sink(side)) {
            for (int i = firstWindow; i < firstWindow + WINDOWS; i++) {
                List<StatementRecord> statements = new ArrayList<>(List.of(
                        ReportFixture.counted(digest(0x11), "same", 50, 0, 50, 2 * MILLI),
                        ReportFixture.counted(digest(0x22), "slow", 50, 0, 50, (changed ? 9 : 3) * MILLI),
                        ReportFixture.counted(digest(0x55), "planned", 50, 0, 50, 2 * MILLI),
                        ReportFixture.counted(digest(0x66), "rare", 2, 0, 50, (changed ? 90 : 2) * MILLI)));
                statements.add(ReportFixture.counted(digest(changed ? 0x44 : 0x33), "other", 50, 0, 50, MILLI));
                List<RuRecord> plans =
                        List.of(ReportFixture.statement("web", digest(0x55), digest(changed ? 0xb2 : 0xa1)));
                sink.accept(ReportFixture.report("boot" + changed, i, plans, statements));
            }
        }
    }

    private static Sha256 digest(int filler) {
        return ReportFixture.digest(filler);
    }

    @Test
    void diff_ofTwoBuilds_isATableOfWhatHasChanged() {
        Invocation result = Invocation.of("", "diff", before.toString(), after.toString());
        assertThat(result.err()).isEmpty();
        assertThat(result.out().get(2))
                .isEqualTo(
                        "slower: 1, new plan: 1, new: 1, gone: 1, faster: 0, same: 2, too few executions to tell: 1");
        assertThat(result.out().subList(4, result.out().size()))
                .containsExactly(
                        "change    digest                  P99  buckets                P50  executions    RU of one",
                        "slower    22222222  3.02 ms → 9.12 ms      +24  3.02 ms → 9.12 ms   500 → 500  0.80 → 0.80",
                        "  slow",
                        "new plan  55555555  2.09 ms → 2.09 ms        0  2.09 ms → 2.09 ms   500 → 500  0.80 → 0.80",
                        "  planned",
                        "new       44444444        - → 1.05 ms        -        - → 1.05 ms     - → 500     - → 0.80",
                        "  other",
                        "gone      33333333        1.05 ms → -        -        1.05 ms → -     500 → -     0.80 → -",
                        "  other");
        assertThat(result.exitCode()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({"slower,3", "plan,3", "new,3", "gone,3", "faster,0", "none,0", "'faster,gone',3"})
    void diff_failOn_isTheExitCode(String words, int exitCode) {
        assertThat(Invocation.of("", "diff", before.toString(), after.toString(), "--fail-on", words)
                        .exitCode())
                .isEqualTo(exitCode);
    }

    @Test
    void diff_ofTwoTimesOfOneDirectory_isTheSame() {
        String middle = Long.toString(ReportFixture.START + 60L * WINDOWS);
        String both = directory.resolve("both").toString();
        Invocation result =
                Invocation.of("", "diff", both, "--before", ".." + middle, "--after", middle + "..", "--json");
        assertThat(result.exitCode()).isEqualTo(3);
        JsonObject json = JsonParser.parseString(result.out().get(0)).getAsJsonObject();
        assertThat(json.getAsJsonObject("counts"))
                .hasToString("{\"slower\":1,\"faster\":0,\"new\":1,\"gone\":1,\"same\":2,\"tooFew\":1,\"newPlan\":1}");
        JsonObject slower = json.getAsJsonArray("statements").get(0).getAsJsonObject();
        assertThat(slower.get("digest").getAsString()).isEqualTo("22".repeat(32));
        assertThat(slower.get("chance").getAsDouble()).isLessThan(1e-6);
        assertThat(slower.getAsJsonObject("before").get("count").getAsInt()).isEqualTo(500);
        assertThat(slower.getAsJsonObject("before").get("avgRu").getAsDouble()).isEqualTo(40.0 / 50);
        assertThat(slower.getAsJsonObject("after").get("p99Nanos").getAsLong())
                .isEqualTo(LatencyBuckets.highPicos(LatencyBuckets.index(9 * MILLI)) / 1_000);
    }

    @Test
    void diff_ofTheSame_findsNothing() {
        Invocation result = Invocation.of(
                "", "diff", before.toString(), before.toString(), "--fail-on", "slower,faster,new,gone,plan", "--all");
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).filteredOn(line -> line.startsWith("same")).hasSize(4);
        assertThat(result.out()).filteredOn(line -> line.startsWith("too few")).hasSize(1);
    }

    @Test
    void diff_ofNothing_isToldInOneLine(@TempDir Path empty) {
        Invocation result = Invocation.of("", "diff", before.toString(), empty.toString());
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
        assertThat(result.err())
                .containsExactly("tollbooth: no report file in this directory: directory=" + empty
                        + "; their names end with .pb");
    }
}
