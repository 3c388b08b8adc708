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
 * Tells whether the heap has room for the rows of the queries that run: together they may fill a quarter of what was free
 * as the first of them began. Objects since the last collection are left out, since most of them are garbage.
 *
 * <p>Thread-safe.
 */
final class HeapRoom {

    /** All queries together may allocate this share of the heap whatever else happens there. */
    private static final int UNSEEN_SHARE = 16;

    private static final int SHARE_OF_FREE = 4;
    private static final long ANSWER_SECONDS = 2;

    private final ReentrantLock answer = new ReentrantLock();

    /** The heap's pools; empty where the module java.management is missing. */
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

    /** Begins an answer of the catalog, of which one at a time has its rows in memory; refuses where another takes long. */
    void beginAnswer() throws PostgresException {
        boolean begun = false;
        try {
            begun = answer.tryLock(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the door closes
        }
        if (!begun) {
            throw PostgresException.error(
                    PostgresException.TOO_MANY_CONNECTIONS,
                    "another question to the catalog is being answered; ask again");
        }
    }

    /** Ends what {@link #beginAnswer} began, by the same thread. */
    void endAnswer() {
        answer.unlock();
    }

    /** Counts bytes that a query has allocated, or that it gives back as it ends. */
    synchronized void allocated(long bytes) {
        if (allocated == 0) {
            usedBefore = used();
        }
        allocated += bytes;
    }

    /** Returns whether a query that wants more must end. */
    synchronized boolean isShort() {
        if (allocated <= heapBytes / UNSEEN_SHARE) {
            return false;
        }
        long used = used();
        usedBefore = Math.min(usedBefore, used); // some of it was garbage
        return used - usedBefore > (heapBytes - usedBefore) / SHARE_OF_FREE || isFullOfLive();
    }

    /** Whether a pool was nearly full after its last collection and still is: what is allocated now costs a full collection each time. */
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
        // a collector without generations has one pool for all, with all garbage in it
        MemoryUsage usage = pools.size() == 1 ? pool.getCollectionUsage() : pool.getUsage();
        return usage == null ? 0 : usage.getUsed();
    }
}
