package dev.tollbooth.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.memory.ObjectLayout;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.internal.time.WallClock;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/**
 * Tests the tracked bytes of a row against the bytes that are allocated for it, without digest and text, which the
 * cache shares.
 */
class StatementMemoryTest {

    private static final int DIGESTS = 10_000;
    private static final int ATTEMPTS = 5;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final StatementTable table =
            new StatementTable(StatementTableOptions.DEFAULT, () -> 0, new WallClock(0, 0));
    private final SchemaStatements schema = table.schema("shop");

    private static TextDigest[] digests() {
        TextDigest[] digests = new TextDigest[DIGESTS];
        for (int i = 0; i < DIGESTS; i++) {
            digests[i] = TextDigest.ofNormalized("select " + i, "select");
        }
        return digests;
    }

    /** Returns the bytes that {@code work} allocates on this thread. */
    private long allocated(Runnable work) {
        long before = threads.getCurrentThreadAllocatedBytes();
        work.run();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    private void record(TextDigest[] digests, int firstBucket, int lastBucket) {
        for (TextDigest digest : digests) {
            StatementStats row = schema.statement(digest);
            for (int bucket = firstBucket; bucket <= lastBucket; bucket++) {
                row.add(LatencyBuckets.lowPicos(bucket) / 1_000 + 1, 0, 1, 0, 0);
            }
        }
    }

    @Test
    void row_seenOnceInOneDecadeAndInAll_takesWellUnderOneKilobyteUntilItNeedsMore() {
        TextDigest[] digests = digests();
        long once = Long.MAX_VALUE;
        long decade = Long.MAX_VALUE;
        long all = Long.MAX_VALUE;
        // the minimum, because the JVM's counter includes the unused rest of a thread's buffer
        for (int i = 0; i < ATTEMPTS; i++) {
            table.reset();
            once = Math.min(once, allocated(() -> record(digests, 101, 101)) / DIGESTS);
            // an array that grows is allocated again, so the allocated bytes are more than the remaining ones
            decade = Math.min(decade, once + allocated(() -> record(digests, 101, 150)) / DIGESTS);
            all = Math.min(all, decade + allocated(() -> record(digests, 0, 449)) / DIGESTS);
        }
        System.out.println("bytes of a statement's row, allocated: seen once " + once + ", in one decade at most "
                + decade + ", in all at most " + all + "; table of " + DIGESTS + " seen once: " + once * DIGESTS);
        assertThat(once).isBetween(200L, 512L);
        assertThat(decade).isLessThan(1_024);
        assertThat(table.size()).isEqualTo(DIGESTS);
    }

    @Test
    void histogram_inOneDecadeAndInAll_holdsOnlyTheChunksInUse() {
        StatementStats row = schema.statement(TextDigest.ofNormalized("select", "select"));
        TextDigest[] one = {TextDigest.ofNormalized("select", "select")};
        record(one, 101, 101);
        long once = row.histogram.countBytes(ObjectLayout.USUAL);
        record(one, 101, 150);
        long decade = row.histogram.countBytes(ObjectLayout.USUAL);
        record(one, 0, 449);
        long all = row.histogram.countBytes(ObjectLayout.USUAL);
        System.out.println(
                "bytes of a histogram's counts: seen once " + once + ", one decade " + decade + ", all " + all);
        assertThat(once).isEqualTo(16 + 32 * 4);
        assertThat(decade).isEqualTo(16 + 2 * 32 * 4);
        assertThat(all).isEqualTo(16 + 15 * 32 * 4);
    }

    @Test
    void add_knownRow_allocatesNothing() {
        TextDigest digest = TextDigest.ofNormalized("select", "select");
        Runnable execute = () -> {
            for (int i = 0; i < 10_000; i++) {
                StatementStats row = schema.statement(digest);
                table.lock().lock();
                row.add(1_000_000, i, 1, 0, 1);
                row.addRead(1, 1, 1, 0);
                row.addPerTransaction(1);
                table.lock().unlock();
            }
        };
        execute.run();
        execute.run();
        // the class loading of the measurement; a leak in each record would be at least 160,000
        assertThat(allocated(execute)).isLessThan(1_000);
    }
}
