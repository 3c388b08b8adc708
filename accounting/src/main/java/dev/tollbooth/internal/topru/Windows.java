package dev.tollbooth.internal.topru;

import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Buckets of 15 seconds in windows of one to four buckets, aligned to the epoch. Each closed window is delivered once,
 * in order, unless it is empty. Its buckets are grouped into items when it closes, by the width wanted at that time.
 *
 * <p>Not thread-safe: only the worker uses it.
 */
final class Windows {

    /** The receiver of closed windows. */
    interface Receiver {
        void closed(Window window, WindowTables tables, Set<Collector> collecting);
    }

    private TierLimits limits;
    private final Receiver receiver;
    private ItemInterval wantedReport;
    private ItemInterval wantedItem;

    private Set<Collector> collecting = Set.of();
    private int era;
    private boolean open;
    private long windowStart;
    private long closedUntil = Long.MIN_VALUE;
    private int reportSeconds;
    private long bucketStart;
    private @Nullable TierTable bucket;
    private WindowTables closedBuckets = new WindowTables();
    private long lateBatches;

    Windows(TierLimits limits, ItemInterval report, ItemInterval item, Receiver receiver) {
        this.limits = limits;
        this.wantedReport = report;
        this.wantedItem = item;
        this.receiver = receiver;
    }

    /**
     * Sets the report interval, from the next time at which windows of both intervals begin, and the width of items,
     * from the open window on.
     */
    void setIntervals(ItemInterval report, ItemInterval finestItem) {
        wantedReport = report;
        wantedItem = finestItem;
    }

    /** Sets the limits; larger existing tables are cut, and their sums conserved. */
    void setLimits(TierLimits now) {
        boolean smaller = now.owners() < limits.owners();
        limits = now;
        if (smaller) {
            bucket = bucket == null ? null : recut(now.table(), bucket);
            closedBuckets.recut(table -> recut(now.table(), table));
        }
    }

    private static TierTable recut(TierTable smaller, TierTable table) {
        smaller.addAll(table);
        return smaller.cut();
    }

    /** Closes windows that have ended by the batch's time, then adds the batch to the open bucket. */
    void add(Batch batch) {
        collecting = batch.collecting();
        advance(batch.era(), batch.epochSeconds(), !batch.table().isEmpty());
        if (batch.table().isEmpty()) {
            return;
        }
        if (bucket == null) {
            bucket = limits.table();
        }
        bucket.addAll(batch.table());
    }

    private void advance(int nextEra, long seconds, boolean data) {
        if (open && nextEra != era) {
            closeWindow(Math.min(windowStart + reportSeconds, bucketStart + EpochClock.BUCKET_SECONDS));
            closedUntil = Long.MIN_VALUE;
        }
        era = nextEra;
        if (data && seconds < (open ? windowStart : closedUntil)) {
            lateBatches++;
        }
        if (!open) {
            openWindow(Math.max(seconds, closedUntil));
        }
        if (seconds < bucketStart + EpochClock.BUCKET_SECONDS) {
            return;
        }
        closeBucket();
        if (seconds >= windowStart + reportSeconds) {
            closeWindow(windowStart + reportSeconds);
            openWindow(seconds);
        }
        bucketStart = align(seconds, EpochClock.BUCKET_SECONDS);
    }

    static long align(long seconds, int width) {
        return Math.floorDiv(seconds, (long) width) * width;
    }

    private void openWindow(long seconds) {
        // a longer interval begins at an edge of its own, so that windows don't overlap
        if (reportSeconds == 0 || align(seconds, wantedReport.seconds()) >= closedUntil) {
            reportSeconds = wantedReport.seconds();
        }
        windowStart = align(seconds, reportSeconds);
        bucketStart = align(seconds, EpochClock.BUCKET_SECONDS);
        open = true;
    }

    private void closeBucket() {
        TierTable closed = bucket;
        if (closed == null) {
            return;
        }
        bucket = null;
        closedBuckets.add(bucketStart, closed.cut());
    }

    private void closeWindow(long end) {
        closeBucket();
        open = false;
        closedUntil = windowStart + reportSeconds;
        if (closedBuckets.isEmpty()) {
            return;
        }
        int itemSeconds = Math.min(wantedItem.seconds(), reportSeconds);
        WindowTables closed = closedBuckets.items(itemSeconds);
        closedBuckets = new WindowTables();
        receiver.closed(closed.window(windowStart, end, itemSeconds), closed, collecting);
    }

    /**
     * Closes the open window early, at {@code seconds}; {@code giveOut} has the records that consumers wanted until
     * now.
     */
    void close(long seconds, Set<Collector> giveOut) {
        collecting = giveOut;
        if (open) {
            closeWindow(Math.max(windowStart + 1, Math.min(windowStart + reportSeconds, seconds + 1)));
        }
    }

    /** Returns the number of batches that came after their window was closed. */
    long lateBatches() {
        return lateBatches;
    }

    /** Returns the begin of the open window, {@link TopRu#NO_WINDOW} if none is open. */
    long openWindowStart() {
        return open ? windowStart : TopRu.NO_WINDOW;
    }

    boolean isEmpty() {
        return bucket == null && closedBuckets.isEmpty();
    }

    /**
     * Returns the bytes of all tables. The tables share most keys, so each key counts once, without the {@code
     * keptKeys} that are kept elsewhere.
     */
    long bytes(int keptKeys) {
        long bytes = 0;
        int keys = 0;
        int distinct = 0;
        for (TierTable table : tables()) {
            bytes += table.bytes();
            keys += table.keys();
            distinct = Math.max(distinct, table.keys());
        }
        return bytes - (keys - Math.max(0, distinct - keptKeys)) * TierWeights.KEY;
    }

    List<TierTable> tables() {
        List<TierTable> tables = new ArrayList<>(closedBuckets.tables());
        if (bucket != null) {
            tables.add(bucket);
        }
        return tables;
    }
}
