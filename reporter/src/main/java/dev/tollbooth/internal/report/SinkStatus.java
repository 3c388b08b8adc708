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

    /** The state of a sink. */
    public enum SinkState {
        /** The sink waits for a report. */
        IDLE,
        /** The last attempt failed, or reports wait in memory for the next attempt. */
        WAITING,
        /** The sink processes a report, or is being opened. */
        RUNNING,
        /** The sink has exceeded the time limit for a report. */
        STALLED,
        /** The sink failed repeatedly and is skipped for a while. */
        BACKED_OFF,
        /** The sink gets no more reports. */
        CLOSED
    }

    /**
     * The progress of a sink with its reports. Thread-safe: immutable.
     *
     * @param sent the number of reports that have reached their destination
     * @param waiting the number of reports that are kept for another attempt
     * @param waitingBytes the encoded bytes of waiting reports
     * @param lost the number of reports that could neither be sent nor kept
     * @param failuresInRow the number of failed attempts since the last success
     * @param lastErrorClass the class of the last failure; null before the first
     */
    public record SinkProgress(
            long sent,
            long waiting,
            long waitingBytes,
            long lost,
            int failuresInRow,
            @Nullable String lastErrorClass) {

        /**
         * Returns this progress together with the guard's failures: exceptions and timeouts, which the sink doesn't
         * see.
         */
        SinkProgress withGuards(int guardsFailuresInRow, @Nullable String guardsErrorClass) {
            return new SinkProgress(
                    sent,
                    waiting,
                    waitingBytes,
                    lost,
                    Math.max(failuresInRow, guardsFailuresInRow),
                    guardsFailuresInRow > 0 || lastErrorClass == null ? guardsErrorClass : lastErrorClass);
        }
    }
}
