package dev.tollbooth.benchmarks.statement;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.table.SchemaStatements;
import dev.tollbooth.internal.table.StatementDeltas;
import dev.tollbooth.internal.table.StatementStats;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StatementTableOptions;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.internal.time.WallClock;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A program that measures the wait of a thread for the lock of a table of 10,000 rows with all 450 buckets, while
 * another thread reads all rows repeatedly. On a busy machine, the longest waits are the scheduler's.
 */
public final class LedgerLockMain {

    private static final int ROWS = 10_000;
    private static final int WAITS = 1_000_000;

    private LedgerLockMain() {}

    /** Prints quantiles of the waits with no reader, with snapshots, and with a report's deltas. */
    public static void main(String[] args) throws InterruptedException {
        StatementTable table = new StatementTable(
                StatementTableOptions.DEFAULT.withSize(ROWS), Ticker.SYSTEM, WallClock.anchoredNow(Ticker.SYSTEM));
        fill(table);
        StatementDeltas deltas = StatementDeltas.fromBegin(table);
        measure("nobody reads", table.lock(), () -> {});
        measure("snapshots", table.lock(), table::list);
        measure("a report's deltas", table.lock(), deltas::next);
        measure("truncates of the histograms", table.lock(), table::resetHistograms);
    }

    private static void fill(StatementTable table) {
        SchemaStatements schema = table.schema("shop");
        for (int i = 0; i < ROWS; i++) {
            StatementStats row = schema.statement(TextDigest.ofNormalized("select " + i, "select"));
            table.lock().lock();
            try {
                for (int bucket = 0; bucket < LatencyBuckets.COUNT; bucket++) {
                    row.add(LatencyBuckets.lowPicos(bucket) / 1_000 + 1, i, 1, 0, 0);
                }
            } finally {
                table.lock().unlock();
            }
        }
    }

    private static void measure(String what, ReentrantLock lock, Runnable read) throws InterruptedException {
        AtomicBoolean done = new AtomicBoolean();
        Thread reader = new Thread(() -> {
            while (!done.get()) {
                read.run();
                Thread.onSpinWait();
            }
        });
        reader.setDaemon(true);
        reader.start();
        long[] waits = new long[WAITS];
        for (int i = 0; i < WAITS; i++) {
            long start = System.nanoTime();
            lock.lock();
            try {
                waits[i] = System.nanoTime() - start;
            } finally {
                lock.unlock();
            }
        }
        done.set(true);
        reader.join(10_000);
        Arrays.sort(waits);
        System.out.printf(
                "%-28s median %,d ns, 99 %% %,d ns, 99.9 %% %,d ns, 99.99 %% %,d ns, longest %,d us%n",
                what,
                waits[WAITS / 2],
                waits[WAITS / 100 * 99],
                waits[WAITS / 1_000 * 999],
                waits[WAITS / 10_000 * 9_999],
                waits[WAITS - 1] / 1_000);
    }
}
