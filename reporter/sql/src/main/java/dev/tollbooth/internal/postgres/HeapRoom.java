package dev.tollbooth.internal.postgres;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A check that finds out whether the heap has room for the rows of running queries. Together the queries may fill a
 * quarter of the memory that was free when the first of them began. Objects in Eden don't count, because most of them
 * are garbage.
 *
 * <p>Thread-safe.
 */
final class HeapRoom {

    /** The divisor of the heap's size. All queries together may always allocate this part of the heap. */
    private static final int UNSEEN_SHARE = 16;

    private static final int SHARE_OF_FREE = 4;
    private static final long ANSWER_SECONDS = 2;

    private final ReentrantLock answer = new ReentrantLock();

    /** The heap's pools; empty without the module java.management. */
    private final List<MemoryPoolMXBean> pools = pools();

    private final long heapBytes = Runtime.getRuntime().maxMemory();

    @GuardedBy("this")
    private long allocated;

    @GuardedBy("this")
    private long usedBefore;

    private static List<MemoryPoolMXBean> pools() {
        try {
            return ManagementFactory.getMemoryPoolMXBeans().stream()
                    .filter(pool -> pool.getType() == MemoryType.HEAP)
                    .toList();
        } catch (LinkageError e) {
            return List.of();
        }
    }

    /**
     * Begins an answer of the catalog. One answer is made at a time, because its rows are in memory. Throws if another
     * answer takes more than two seconds.
     */
    void beginAnswer() throws PostgresException {
        boolean begun = false;
        try {
            begun = answer.tryLock(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the port is closing
        }
        if (!begun) {
            throw PostgresException.error(
                    PostgresException.TOO_MANY_CONNECTIONS,
                    "another question to the catalog is being answered; ask again");
        }
    }

    /** Ends the answer that {@link #beginAnswer} began, on the same thread. */
    void endAnswer() {
        answer.unlock();
    }

    /** Counts bytes that a query has allocated; a negative number releases them at its end. */
    synchronized void allocated(long bytes) {
        if (allocated == 0) {
            usedBefore = used();
        }
        allocated += bytes;
    }

    /** Returns whether so little heap is left that a query that needs more must end. */
    synchronized boolean isShort() {
        if (allocated <= heapBytes / UNSEEN_SHARE) {
            return false;
        }
        long used = used();
        usedBefore = Math.min(usedBefore, used); // part of it was garbage
        return used - usedBefore > (heapBytes - usedBefore) / SHARE_OF_FREE || isFullOfLive();
    }

    /**
     * Returns whether a pool of old objects was more than three quarters full after its last collection and still is.
     * Each allocation may then cost a full collection.
     */
    private boolean isFullOfLive() {
        for (MemoryPoolMXBean pool : pools) {
            MemoryUsage collected = pool.getCollectionUsage();
            long full = collected == null ? 0 : collected.getMax() / SHARE_OF_FREE * (SHARE_OF_FREE - 1);
            boolean isYoung = pool.getName().contains("Eden") || pool.getName().contains("Survivor");
            if (!isYoung
                    && full > 0
                    && collected.getUsed() > full
                    && pool.getUsage().getUsed() > full) {
                return true;
            }
        }
        return false;
    }

    private long used() {
        if (pools.isEmpty()) {
            Runtime runtime = Runtime.getRuntime();
            return runtime.totalMemory() - runtime.freeMemory();
        }
        long used = 0;
        for (MemoryPoolMXBean pool : pools) {
            used += used(pool);
        }
        return used;
    }

    private long used(MemoryPoolMXBean pool) {
        if (pool.getName().contains("Eden")) {
            return 0;
        }
        // a collector without generations has a single pool, garbage included
        MemoryUsage usage = pools.size() == 1 ? pool.getCollectionUsage() : pool.getUsage();
        return usage == null ? 0 : usage.getUsed();
    }
}
