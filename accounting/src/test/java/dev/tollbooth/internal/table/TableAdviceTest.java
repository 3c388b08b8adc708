package dev.tollbooth.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.statement.Advice;
import dev.tollbooth.statement.Sha256;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests statements that become slower while the table exists, with a clock of the test. */
class TableAdviceTest {

    private static final long MILLI = 1_000_000;
    private static final long MINUTE = 60_000 * MILLI;
    private static final long START_MILLIS = 1_700_000_000_000L;
    private static final String SELECT = "select * from `item` where `name` = ?";

    private long nowNanos = MINUTE;
    private final StatementTable table =
            new StatementTable(StatementTableOptions.DEFAULT, () -> nowNanos, new WallClock(START_MILLIS, nowNanos));

    private StatementStats row() {
        return table.schema("shop").statement(TextDigest.ofNormalized(SELECT, "SELECT item"));
    }

    /** Returns the advice after a minute with 200 executions, a few of which take twice as long. */
    private List<Advice> minute(long nanos) {
        for (int i = 0; i < 200; i++) {
            row().add(i % 50 == 0 ? 2 * nanos : nanos, nowNanos, 0, 0, 0);
        }
        nowNanos += MINUTE;
        return table.adviser().look();
    }

    private List<Advice> slower() {
        return table.advice().stream()
                .filter(each -> each.kind().equals("slower-since"))
                .toList();
    }

    @Test
    void slowerSince_statementThatTakesTenTimesAsLong_namesTheMinuteAndWhatThatCosts() {
        for (int i = 0; i < 10; i++) {
            assertThat(minute(MILLI)).isEmpty();
        }
        Instant change = Instant.ofEpochMilli(START_MILLIS + 600_000);
        for (int i = 0; i < 4; i++) {
            minute(10 * MILLI);
        }
        List<Advice> found = slower();
        assertThat(found).hasSize(1);
        Advice advice = found.get(0);
        assertThat(advice.about()).isEqualTo("SELECT item");
        assertThat(advice.why()).contains("since " + change, "P99 is 20").doesNotContain("plan");
        // 800 executions took 9 ms more, and each 51st took twice that
        assertThat(advice.savedSeconds()).isEqualTo(800 * 0.009 * 1.02, within(1.0));
        assertThat(advice.certainty()).isEqualTo("possible");
    }

    @Test
    void slowerSince_statementAsBefore_isNotShownHoweverLong() {
        for (int i = 0; i < 100; i++) {
            assertThat(minute(MILLI)).as("minute %d", i).isEmpty();
        }
        assertThat(table.walkMemory().histograms()).isLessThan(64 << 10);
        minute(100 * MILLI);
        for (int i = 0; i < 60; i++) {
            minute(100 * MILLI);
        }
        assertThat(slower()).hasSize(1);
    }

    @Test
    void slowerSince_afterAReset_beginsAnew() {
        for (int i = 0; i < 6; i++) {
            minute(i < 4 ? MILLI : 10 * MILLI);
        }
        assertThat(slower()).hasSize(1);
        table.reset();
        for (int i = 0; i < 6; i++) {
            minute(10 * MILLI);
        }
        assertThat(slower()).isEmpty();
    }

    @Test
    void slowerSince_anotherPlan_namesBoth() {
        Sha256 good = Sha256.ofHex("aa11".repeat(16));
        Sha256 bad = Sha256.ofHex("bb22".repeat(16));
        row().ranBy(good, nowNanos);
        for (int i = 0; i < 6; i++) {
            minute(MILLI);
        }
        row().ranBy(good, nowNanos);
        assertThat(slower()).isEmpty();
        row().ranBy(bad, nowNanos);
        for (int i = 0; i < 4; i++) {
            minute(10 * MILLI);
        }
        assertThat(slower()).hasSize(1);
        assertThat(slower().get(0).why()).endsWith("plan aa11aa11 before and bb22bb22 since");
        assertThat(slower().get(0).remedy()).startsWith("Compare both plans");
    }
}
