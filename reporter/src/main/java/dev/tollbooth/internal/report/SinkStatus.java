package dev.tollbooth.internal.report;

import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.ItemInterval;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How one sink does. Thread-safe: immutable.
 *
 * @param name what its subscriber called it, made unique
 * @param interval the item width that it asked for
 * @param state what it does now
 * @param progress reports that are sent, wait or were lost, and what failed
 * @param dropped reports that it did not get, did not take or lost, by reason
 * @param bytes what it wrote or sent, where it tells; else 0
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

    /** Returns how many reports are where they are to go. */
    public long sent() {
        return progress.sent();
    }

    /** Returns how many attempts failed since the last one that did not. */
    public int failuresInRow() {
        return progress.failuresInRow();
    }

    /** Returns the class of the last failure; null before the first. */
    public @Nullable String lastErrorClass() {
        return progress.lastErrorClass();
    }
}
