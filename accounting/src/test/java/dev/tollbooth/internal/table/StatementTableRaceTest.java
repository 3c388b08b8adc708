package dev.tollbooth.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.statement.EventKind;
import dev.tollbooth.statement.EventSnapshot;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.StatementSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that sums are exact while many threads record and others read, truncate and evict. */
@Timeout(120)
@Tag("slow")
class StatementTableRaceTest {

    private static final int THREADS = 8;
    private static final int RECORDS = 1_000_000;
    /**
     * The number of records under one hold of the lock, as a thread that applies entries makes them. The lock is fair,
     * so a hold for each record would switch threads each time.
     */
    private static final int HELD = 16;

    private static final int DIGESTS = 100;
    /** The time of each execution. It is constant, so that a sum shows a torn copy. */
    private static final long NANOS = 1_000_000;

    private static final int BUCKET = 101;

    private final AtomicBoolean done = new AtomicBoolean();

    private static StatementTable table(StatementTableOptions options) {
        return new StatementTable(options, Ticker.SYSTEM, WallClock.anchoredNow(Ticker.SYSTEM));
    }

    private static TextDigest[] digests(int count) {
        TextDigest[] digests = new TextDigest[count];
        for (int i = 0; i < count; i++) {
            digests[i] = TextDigest.ofNormalized("select " + i, "select");
        }
        return digests;
    }

    /** Runs {@code THREADS} recorders, and repeats {@code others} until the recorders are done. */
    private void race(StatementTable table, int records, int digestCount, List<Callable<?>> others) throws Exception {
        TextDigest[] digests = digests(digestCount);
        ExecutorService pool = Executors.newCachedThreadPool();
        try {
            List<Future<?>> recorders = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int hint = thread;
                recorders.add(pool.submit(() -> record(table, table.schema("shop"), digests, hint, records)));
            }
            List<Future<?>> rest = new ArrayList<>();
            for (Callable<?> other : others) {
                rest.add(pool.submit(() -> {
                    do {
                        other.call();
                    } while (!done.get());
                    return null;
                }));
            }
            for (Future<?> recorder : recorders) {
                recorder.get();
            }
            done.set(true);
            for (Future<?> other : rest) {
                other.get();
            }
        } finally {
            done.set(true);
            pool.shutdownNow();
            assertThat(pool.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static void record(
            StatementTable table, SchemaStatements schema, TextDigest[] digests, int hint, int records) {
        Random random = new Random(hint);
        StatementStats[] known = new StatementStats[digests.length];
        for (int i = 0; i < records; ) {
            table.lock().lock();
            try {
                for (int end = Math.min(records, i + HELD); i < end; i++) {
                    int at = random.nextInt(digests.length);
                    if (known[at] == null || known[at].retired()) {
                        known[at] = schema.statement(digests[at]);
                    }
                    known[at].add(NANOS, i, 2, 0, 0);
                }
            } finally {
                table.lock().unlock();
            }
        }
    }

    /** Asserts that each row of a reader consists of whole executions. */
    private static Void assertCoherent(StatementTable table, boolean histogramsKept) {
        for (StatementSnapshot row : table.list()) {
            assertThat(row.sumNanos()).isEqualTo(row.count() * NANOS);
            assertThat(row.rowsAffected()).isEqualTo(row.count() * 2);
            HistogramSnapshot histogram = row.histogram();
            assertThat(histogram.total()).isEqualTo(histogram.count(BUCKET));
            if (histogramsKept) {
                assertThat(histogram.total()).isEqualTo(row.count());
            }
        }
        return null;
    }

    private static long sumOfCounts(StatementTable table) {
        return table.list().stream().mapToLong(StatementSnapshot::count).sum();
    }

    @Test
    void record_besideReaders_losesNothing() throws Exception {
        StatementTable table = table(StatementTableOptions.DEFAULT);
        race(table, RECORDS, DIGESTS, List.of(() -> assertCoherent(table, true)));
        assertThat(table.list()).hasSize(DIGESTS);
        assertThat(sumOfCounts(table)).isEqualTo((long) THREADS * RECORDS);
        assertThat(table.global().total()).isEqualTo((long) THREADS * RECORDS);
        assertThat(table.lost()).isZero();
    }

    @Test
    void record_besideTruncates_losesOnlyWhatTheyTook() throws Exception {
        StatementTable table = table(StatementTableOptions.DEFAULT);
        race(table, RECORDS / 2, DIGESTS, List.of(() -> assertCoherent(table, false), () -> {
            table.reset();
            table.resetHistograms();
            return null;
        }));
        long all = (long) THREADS * RECORDS / 2;
        assertThat(table.executions()).isEqualTo(all);
        assertThat(table.global().total()).isEqualTo(all);
        assertThat(table.event(EventKind.STATEMENT).sumNanos()).isEqualTo(all * NANOS);
        assertThat(table.lost()).isZero();
        table.reset();
        assertThat(table.size()).isZero();
    }

    @Test
    void record_besideGlobalTruncates_keepsTheRows() throws Exception {
        StatementTable table = table(StatementTableOptions.DEFAULT);
        race(table, RECORDS / 4, DIGESTS, List.of(() -> assertCoherent(table, true), () -> {
            table.resetEvents();
            table.resetGlobal();
            return table.global();
        }));
        assertThat(sumOfCounts(table)).isEqualTo((long) THREADS * RECORDS / 4);
        table.resetEvents();
        assertThat(table.global().total()).isZero();
        assertThat(table.event(EventKind.STATEMENT).count()).isZero();
    }

    @Test
    void record_besideEvictions_keepsTheSum() throws Exception {
        int size = 20;
        StatementTable table = table(StatementTableOptions.DEFAULT.withSize(size));
        race(table, RECORDS / 10, DIGESTS, List.of(() -> {
            table.evictColdest(1 + size / 4);
            assertThat(table.list()).hasSizeLessThanOrEqualTo(size + 1);
            assertThat(table.size()).isLessThanOrEqualTo(size);
            return assertCoherent(table, true);
        }));
        assertThat(sumOfCounts(table)).isEqualTo((long) THREADS * RECORDS / 10);
        assertThat(table.global().total()).isEqualTo((long) THREADS * RECORDS / 10);
        assertThat(table.lost() + table.folded())
                .isPositive()
                .isEqualTo(table.list().stream()
                        .filter(row -> row.digest() == null)
                        .mapToLong(StatementSnapshot::count)
                        .sum());
    }

    @Test
    void record_floodOfDistinctStatements_neverExceedsTheCap() throws Exception {
        int size = 500;
        StatementTable table = table(StatementTableOptions.DEFAULT.withSize(size));
        race(table, 20_000, 20_000, List.of(() -> {
            assertThat(table.size()).isLessThanOrEqualTo(size);
            assertThat(table.list()).hasSizeLessThanOrEqualTo(size + 1);
            return null;
        }));
        assertThat(table.size()).isEqualTo(size);
        assertThat(table.list()).hasSize(size + 1);
        assertThat(sumOfCounts(table)).isEqualTo(THREADS * 20_000L);
        long rest = table.list().stream()
                .filter(row -> row.digest() == null)
                .mapToLong(StatementSnapshot::count)
                .sum();
        assertThat(table.lost()).isEqualTo(rest);
    }

    @Test
    void event_besideResets_countsEachOnce() throws Exception {
        StatementTable table = table(StatementTableOptions.DEFAULT);
        EventStats commits = table.eventStats(EventKind.COMMIT);
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            Future<?> first = pool.submit(() -> commit(commits, 1));
            Future<?> second = pool.submit(() -> commit(commits, 2));
            while (!first.isDone() || !second.isDone()) {
                EventSnapshot seen = commits.snapshot();
                assertThat(seen.sumNanos()).isEqualTo(seen.count() * NANOS);
            }
            first.get();
            second.get();
            assertThat(commits.snapshot().count()).isEqualTo(2L * RECORDS);
        } finally {
            pool.shutdownNow();
        }
    }

    private static void commit(EventStats commits, int hint) {
        for (int i = 0; i < RECORDS; i++) {
            commits.record(NANOS, i, 0);
        }
    }
}
