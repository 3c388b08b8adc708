package dev.tollbooth.internal.report;

import org.jspecify.annotations.Nullable;

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
     * Returns this progress together with the guard's failures: exceptions and timeouts, which the sink doesn't see.
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
