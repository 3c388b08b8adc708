package dev.tollbooth.internal.report;

import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.ItemInterval;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The status of one sink. Thread-safe: immutable.
 *
 * @param name the name that the subscriber gave, with a number if it was taken
 * @param interval the requested width of items
 * @param state the sink's state
 * @param progress the numbers of sent, waiting and lost reports, and of failures
 * @param dropped the number of reports that the sink did not get or has lost, by the reason
 * @param bytes the bytes written or sent; 0 if unknown
 */
public record SinkStatus(
        String name,
        ItemInterval interval,
        SinkState state,
        SinkProgress progress,
        Map<DropReason, Long> dropped,
        long bytes) {

    /** Copies the map. */
    public SinkStatus {
        dropped = Map.copyOf(dropped);
    }

    /** Returns the number of reports that have reached their destination. */
    public long sent() {
        return progress.sent();
    }

    /** Returns the number of failed attempts since the last success. */
    public int failuresInRow() {
        return progress.failuresInRow();
    }

    /** Returns the class of the last failure; null before the first. */
    public @Nullable String lastErrorClass() {
        return progress.lastErrorClass();
    }
}
