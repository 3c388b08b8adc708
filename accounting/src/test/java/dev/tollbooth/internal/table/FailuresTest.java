package dev.tollbooth.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.latency.FailureKind;
import dev.tollbooth.internal.latency.FailureKinds;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.statement.ErrorClass;
import dev.tollbooth.statement.HistogramSnapshot;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FailuresTest {

    private static final long MICROS = 1_000;

    private final StatementTable table =
            new StatementTable(StatementTableOptions.DEFAULT.withSize(10), () -> 0, new WallClock(0, 0));
    private final FailureKinds kinds = table.failureKinds();

    private FailureKind of(Exception failure) {
        String exception = failure.getClass().getName();
        return failure instanceof SQLException sql
                ? kinds.ofSql(sql.getSQLState(), sql.getErrorCode(), exception)
                : kinds.ofOther(exception);
    }

    private void execute(int statement, FailureKind kind, long nanos) {
        TextDigest digest = TextDigest.ofNormalized("select " + statement, "SELECT " + statement);
        table.schema("shop")
                .statement(digest)
                .add(nanos, 0, 0, 0, kind.errorClass().code(), kind.number());
    }

    @Test
    void of_failures_namesThemAsTheConventionDoes() {
        assertThat(of(new SQLException("", "23505"))).satisfies(kind -> {
            assertThat(kind.type()).isEqualTo("23505");
            assertThat(kind.isStatus()).isTrue();
            assertThat(kind.errorClass()).isEqualTo(ErrorClass.CONSTRAINT);
        });
        assertThat(of(new SQLException("", "23000", 1062)).type()).isEqualTo("1062");
        assertThat(of(new SQLException("", "42704", -204)).type()).isEqualTo("-204");
        assertThat(of(new SQLTimeoutException())).satisfies(kind -> {
            assertThat(kind.type()).isEqualTo("java.sql.SQLTimeoutException");
            assertThat(kind.isStatus()).isFalse();
        });
        assertThat(of(new SQLException("", "user x")).type()).isEqualTo("java.sql.SQLException");
        assertThat(of(new IllegalStateException()).type()).isEqualTo("java.lang.IllegalStateException");
        assertThat(of(new SQLException("", "23505"))).isSameAs(of(new SQLException("other", "23505")));
    }

    @Test
    void of_moreWaysThanAreKept_isTheClassOfTheOthers() {
        for (int code = 1; code <= 1_000; code++) {
            assertThat(of(new SQLException("", "23000", code)).number()).isLessThan(FailureKinds.NUMBERS);
        }
        FailureKind late = of(new SQLException("", "40001", 1_001));
        assertThat(late.type()).isEqualTo("_OTHER");
        assertThat(late.errorClass()).isEqualTo(ErrorClass.ROLLBACK);
        assertThat(of(new SQLException("", "23000", 1)).type()).isEqualTo("1");
    }

    @Test
    void ofAndAdd_knownFailures_allocateNothing() {
        SQLException failure = new SQLException("", "23505");
        SQLException vendors = new SQLException("", "23000", 1062);
        TextDigest digest = TextDigest.ofNormalized("select 1", "SELECT 1");
        StatementStats row = table.schema("shop").statement(digest);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            long before = threads.getThreadAllocatedBytes(thread);
            for (int i = 0; i < 10_000; i++) {
                FailureKind kind = of(i % 2 == 0 ? failure : vendors);
                row.add(50 * MICROS, 0, 0, 0, kind.errorClass().code(), kind.number());
            }
            least = Math.min(least, threads.getThreadAllocatedBytes(thread) - before);
        }
        assertThat(least).isZero();
    }

    @Test
    void next_rowsThatFailUnderResetsAndEvictions_tellsEachFailureOnceAndAmongTheLatencies() {
        StatementDeltas deltas = StatementDeltas.fromBegin(table);
        Random random = new Random(7);
        long[] told = new long[2];
        long[] failed = new long[2];
        for (int read = 0; read < 500; read++) {
            for (int i = random.nextInt(40); i > 0; i--) {
                FailureKind kind = of(new SQLException("", "23000", 1 + random.nextInt(12)));
                boolean fails = random.nextBoolean();
                long nanos = (1 + random.nextInt(100_000)) * MICROS;
                execute(random.nextInt(30), fails ? kind : FailureKind.NONE, nanos);
                failed[0] += fails ? 1 : 0;
                failed[1] += fails ? nanos : 0;
            }
            disturb(random);
            deltas.next((schema, digest, since, origins, ruSource) -> {
                HistogramSnapshot[] rest = {since.histogram()};
                since.failures().forEachKind((kind, nanos, latencies) -> {
                    told[0] += latencies.total();
                    told[1] += nanos;
                    long before = rest[0].total();
                    rest[0] = rest[0].minus(latencies);
                    assertThat(rest[0].total()).isEqualTo(before - latencies.total());
                });
            });
            assertThat(told).containsExactly(failed);
        }
    }

    private void disturb(Random random) {
        switch (random.nextInt(6)) {
            case 0 -> table.reset();
            case 1 -> table.resetHistograms();
            case 2 -> table.evictColdest(random.nextInt(10));
            default -> {}
        }
    }

    @Test
    void walkMemory_aRowThatFails_countsItsLatencies() {
        execute(1, FailureKind.NONE, MICROS);
        long before = table.walkMemory().histograms();
        for (int code = 1; code <= 20; code++) {
            execute(1, of(new SQLException("", "23000", code)), MICROS);
        }
        // five error codes have room, each with an array of 32 counts
        assertThat(table.walkMemory().histograms() - before).isBetween(5 * 150L, 5 * 250L);
    }
}
