package dev.tollbooth.internal.ru.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tollbooth.internal.cost.RuModel;
import dev.tollbooth.internal.cost.RuTermSums;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.journal.EntryRuState;
import dev.tollbooth.internal.ru.RuReading;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests notices of PostgreSQL 14 and 18, shortened. */
final class PlanNoticeTest {

    private static final String JOIN = """
            duration: 1.500 ms  plan:
            {
              "Query Text": "SELECT * FROM a JOIN b USING (id) WHERE b.x = \\"?\\"",
              "Query Identifier": -7,
              "Plan": {
                "Node Type": "Hash Join", "Parallel Aware": false, "Join Type": "Left",
                "Total Cost": 8.29, "Plan Rows": 1, "Actual Rows": 1.00, "Actual Loops": 1, "Hash Cond": "(a.id = b.id)",
                "Shared Hit Blocks": 5, "Shared Read Blocks": 3, "Shared Dirtied Blocks": 100, "Local Hit Blocks": 2,
                "Local Read Blocks": 1, "Temp Read Blocks": 4, "Temp Written Blocks": 100, "WAL Records": 0, "WAL Bytes": 64,
                "Plans": [
                  { "Node Type": "Seq Scan", "Parent Relationship": "Outer", "Relation Name": "a", "Alias": "a", "Shared Hit Blocks": 5 },
                  { "Node Type": "Hash", "Parent Relationship": "Inner", "Plans": [
                    { "Node Type": "Index Scan", "Scan Direction": "Backward", "Index Name": "b_pkey", "Relation Name": "b" } ] }
                ]
              },
              "Triggers": [ ]
            }""";

    private static final String UPDATE = """
            duration: 0.030 ms  plan:
            {"Query Text": "UPDATE t SET b = $1", "Plan": {"Node Type": "ModifyTable", "Operation": "Update", "Relation Name": "t",
            "Shared Hit Blocks": 8, "WAL Bytes": 2048, "Plans": [{"Node Type": "Aggregate", "Strategy": "Hashed", "Partial Mode": "Partial"},
            {"Node Type": "Result", "Parent Relationship": "InitPlan"}]}}""";

    @Test
    void read_aQuery_sumsTheTopOperatorAndNamesThePlan() {
        PlanNotice notice = PlanNotice.read(JOIN);
        assertThat(notice.queryText()).isEqualTo("SELECT * FROM a JOIN b USING (id) WHERE b.x = \"?\"");
        assertThat(notice.millis()).isEqualTo(1.5);
        assertThat(notice.blocks()).isEqualTo(15);
        assertThat(notice.walBytes()).isEqualTo(64);
        assertThat(notice.writes()).isFalse();
        assertThat(notice.plan()).isEqualTo("""
                Hash Join (Left)
                  Seq Scan on a
                  Hash
                    Index Scan Backward using b_pkey on b
                """);
    }

    @Test
    void read_aWrite_saysSo() {
        PlanNotice notice = PlanNotice.read(UPDATE);
        assertThat(notice.writes()).isTrue();
        assertThat(notice.plan()).isEqualTo("""
                Update on t
                  Partial Hashed Aggregate
                  InitPlan: Result
                """);
    }

    @Test
    void costs_ofTwoNotices_areTheModelOfTheirSum() {
        NoticeCosts costs = new NoticeCosts(RuModel.PUBLISHED, 1, new KnownPlans());
        costs.begin();
        costs.add(PlanNotice.read(JOIN));
        costs.add(PlanNotice.read(UPDATE));
        RuReading reading = costs.reading(TextDigest.ofNormalized("both", "both"));
        assertThat(reading.rru()).isCloseTo(0.475 + 23 * 8192 / 65536.0 + 1.53 / 3, within(1e-9));
        assertThat(reading.wru()).isCloseTo(1.7 + 2112 / 1024.0, within(1e-9));
        assertThat(reading.terms())
                .isEqualTo(new RuTermSums("postgres", 1, 1, 23 * 8192, 2112, 1_530_000, reading.ru()));
        assertThat(reading.source()).isEqualTo("postgres");
    }

    @Test
    void costs_sampled_areScaledAndMarked() {
        NoticeCosts costs = new NoticeCosts(RuModel.PUBLISHED, 0.25, new KnownPlans());
        costs.begin();
        costs.add(PlanNotice.read(UPDATE));
        RuReading reading = costs.reading(TextDigest.ofNormalized("update", "update"));
        assertThat(reading.wru()).isCloseTo(4 * (1.7 + 2), within(1e-9));
        assertThat(reading.source()).isEqualTo("postgres-sampled");
    }

    @Test
    void costs_withoutBuffers_areUnknown() {
        NoticeCosts costs = new NoticeCosts(RuModel.PUBLISHED, 1, new KnownPlans());
        costs.begin();
        costs.add(PlanNotice.read(
                "duration: 0.030 ms  plan:\n{\"Query Text\": \"SELECT 1\", \"Plan\": {\"Node Type\": \"Result\"}}"));
        assertThat(costs.reading(TextDigest.ofNormalized("x", "x")).state()).isEqualTo(EntryRuState.UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "duration: 1 ms",
                "ru=1 duration: 1.0 ms  plan:\n{",
                "duration: 1.0 ms  plan:\nResult  (cost=0.00..0.01 rows=1 width=4)",
                "duration: 1.0 ms  statement: SELECT ' ms  plan:\n{'                               ms  plan:\n{"
            })
    void isIn_anythingElse_isFalse(String text) {
        assertThat(PlanNotice.isIn(text)).isFalse();
    }

    private static final String HEAD = "duration: 1.0 ms  plan:\n";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "{secret",
                "{\"secret\"",
                "{\"secret\":",
                "{\"secret\":1",
                "{\"secret\":1,}",
                "{,}",
                "{\"secret\":[1 2]}",
                "{\"secret\":[1,]}",
                "{\"secret\" 1}",
                "{\"secret\\",
                "{\"a\":secret}",
                "{\"a\":-}",
                "{\"a\":1..2}",
                "{secret:1}",
                "{\"a\":\"secret\\",
                "{\"a\":\"secret\\x\"}",
                "{\"a\":\"secret\\u12\"}",
                "{\"a\":\"secret\\u12g4\"}",
                "{\"a\":]}",
                "{\"Query Text\": 7}",
                "{\"Plan\": 7}",
                "{\"Plan\": {\"Node Type\": 7}}",
                "{\"Plan\": {\"Plans\": 7}}",
                "{\"Plan\": {\"Plans\": [7]}}",
                "{\"Plan\": {\"WAL Bytes\": \"secret\"}}",
            })
    void read_badText_saysWhereAndNoContent(String json) {
        String text = HEAD + json;
        assertThatThrownBy(() -> PlanNotice.read(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasNoCause()
                .hasMessageMatching("not JSON: at=\\d+, length=" + text.length());
    }

    @Test
    void read_nestedWithoutEnd_isRefusedBeforeTheStackIsFull() {
        for (String open : new String[] {"[", "{\"Plan\":{\"Plans\":[{\"Plans\":"}) {
            String text = HEAD + "{\"Plan\":{\"Plans\":[{\"a\":" + open.repeat(1_000_000 / open.length());
            assertThatThrownBy(() -> PlanNotice.read(text)).isInstanceOf(IllegalArgumentException.class);
        }
        String plans = HEAD + "{\"Plan\":" + "{\"Plans\":[".repeat(100_000);
        assertThatThrownBy(() -> PlanNotice.read(plans)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void read_escapesControlCharactersAndNumbersOfAnyForm_areTaken() {
        PlanNotice notice = PlanNotice.read(
                HEAD
                        + "{\"Query Text\": \"a\\\"b\\\\c\\/\\n\\t\\r\\b\\f\\u00e4\u0001\", \"Settings\": {\"x\": [1, -2.5e3, true, null, {}]},"
                        + " \"Plan\": {\"Node Type\": \"Result\", \"Shared Hit Blocks\": 1E-4, \"WAL Bytes\": 12345678901234567890}} behind");
        assertThat(notice.queryText()).isEqualTo("a\"b\\c/\n\t\r\b\f\u00e4\u0001");
        assertThat(notice.blocks()).isEqualTo(1e-4);
        assertThat(notice.walBytes()).isEqualTo(12345678901234567890.0);
    }

    @Test
    void read_changedAnywhere_endsOrIsRefused() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int refused = 0;
        for (int round = 0; round < 5_000; round++) {
            StringBuilder text = new StringBuilder(JOIN);
            int from = JOIN.indexOf('{') + 1;
            text.setCharAt(from + random.nextInt(text.length() - from), "{}[]\",:\\0a ".charAt(random.nextInt(11)));
            try {
                PlanNotice.read(text.toString());
            } catch (IllegalArgumentException e) {
                refused++; // anything else fails the test
            }
        }
        assertThat(refused).as("seed=%d", seed).isBetween(500, 5_000);
    }

    @Test
    void read_cutAnywhere_isRefused() {
        for (int length = JOIN.indexOf('{') + 1; length < JOIN.length(); length++) {
            String cut = JOIN.substring(0, length);
            assertThat(PlanNotice.isIn(cut)).isTrue();
            assertThatThrownBy(() -> PlanNotice.read(cut)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
