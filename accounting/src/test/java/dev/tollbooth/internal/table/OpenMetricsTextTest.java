package dev.tollbooth.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.control.Unprintable;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.time.WallClock;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenMetricsTextTest {

    private static final long MILLI = 1_000_000;

    private final StatementTable table =
            new StatementTable(StatementTableOptions.DEFAULT, () -> 0, new WallClock(0, 0));

    private void execute(String schema, TextDigest digest, long nanos, int errorClass) {
        table.schema(schema).statement(digest).add(nanos, 0, 1, 0, errorClass);
    }

    @Test
    void openMetrics_twoStatements_isCumulativeAndEscaped() {
        TextDigest odd = TextDigest.ofNormalized("select \"a\"", "SELECT \"a\\b\n\"");
        execute("sh\"op", odd, 50_000, 0);
        execute("sh\"op", odd, 2 * MILLI, 1);
        execute("sh\"op", odd, 9_200_000_000_000L, 0);
        String labels = "digest=\"" + odd.hex() + "\",schema=\"sh\\\"op\",summary=\"SELECT \\\"a\\\\b\\n\\\"\"";
        List<String> lines = table.openMetrics(10).lines().toList();
        assertThat(lines)
                .startsWith("# TYPE tollbooth_statement_latency_seconds histogram")
                .endsWith("# EOF")
                .contains("# UNIT tollbooth_statement_latency_seconds seconds")
                .contains("tollbooth_statement_latency_seconds_bucket{" + labels + ",le=\"1.0E-5\"} 0")
                .contains("tollbooth_statement_latency_seconds_bucket{" + labels + ",le=\"1.0E-4\"} 1")
                .contains("tollbooth_statement_latency_seconds_bucket{" + labels + ",le=\"0.01\"} 2")
                .contains("tollbooth_statement_latency_seconds_bucket{" + labels + ",le=\"+Inf\"} 3")
                .contains("tollbooth_statement_latency_seconds_count{" + labels + "} 3")
                .contains("tollbooth_statement_latency_seconds_sum{" + labels + "} 9200.00205")
                .contains("tollbooth_statement_errors_total{" + labels + "} 1")
                .contains("tollbooth_statement_rows_affected_total{" + labels + "} 3");
        assertThat(lines.stream().filter(line -> line.contains("_bucket{"))).hasSize(46);
    }

    @Test
    void openMetrics_namesFromOutside_havePrintableLabelsWithTheFormatsEscapesOnly() {
        execute(Unprintable.all(), TextDigest.ofNormalized("select 1", Unprintable.all()), MILLI, 0);

        String text = table.openMetrics(10);
        Unprintable.assertNoneIn(text);
        assertThat(text).contains(",schema=\"u\\nWARNING: forged\\\\u000d\\n\\\\u001b[2J");
        // the format knows a backslash before three characters
        assertThat(text.replaceAll("\\\\[\\\\\"n]", "").lines().filter(line -> !line.startsWith("#")))
                .allMatch(line -> line.matches("\\w+(\\{(\\w+=\"[^\"\\\\]*\",?)+\\})? [0-9.E-]+"));
    }

    @Test
    void openMetrics_whatHasNoRowOfItsOwn_isCountedFromZeroOn() {
        StatementTable one =
                new StatementTable(StatementTableOptions.DEFAULT.withSize(1), () -> 0, new WallClock(0, 0));
        assertThat(one.openMetrics(10))
                .contains(
                        "# TYPE tollbooth_executions_lost counter\n",
                        "\ntollbooth_executions_lost_total 0\n",
                        "\ntollbooth_executions_folded_total 0\n");
        for (int i = 0; i < 3; i++) {
            one.evictColdest(1);
            one.schema("shop").statement(TextDigest.ofNormalized("q" + i, "q")).add(MILLI, 0, 1, 0, 0);
        }
        assertThat(one.openMetrics(10))
                .contains("\ntollbooth_executions_lost_total 0\n", "\ntollbooth_executions_folded_total 2\n");
    }

    @Test
    void openMetrics_requestUnits_areThereWhereTheyAreKnown() {
        TextDigest told = TextDigest.ofNormalized("select 1", "SELECT");
        TextDigest silent = TextDigest.ofNormalized("select 2", "SELECT");
        execute(null, told, MILLI, 0);
        execute(null, silent, MILLI, 0);
        table.schema(null).statement(told).addRequestUnits(2.5, "hint");
        assertThat(table.openMetrics(10).lines().filter(line -> line.contains("request_units_total")))
                .containsExactly("tollbooth_statement_request_units_total{digest=\"" + told.hex()
                        + "\",schema=\"\",summary=\"SELECT\",source=\"hint\"} 2.5");
    }

    @Test
    void openMetrics_limit_keepsTheLongestInAll() {
        TextDigest fast = TextDigest.ofNormalized("fast", "fast");
        TextDigest slow = TextDigest.ofNormalized("slow", "slow");
        execute(null, fast, MILLI, 0);
        execute(null, slow, 2 * MILLI, 0);
        assertThat(table.openMetrics(1)).contains(slow.hex()).doesNotContain(fast.hex());
        assertThat(table.openMetrics(0)).endsWith("# EOF\n").doesNotContain("digest=");
    }
}
