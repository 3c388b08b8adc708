package dev.tollbooth.internal.report;

import org.jspecify.annotations.Nullable;

/**
 * How far a sink is with the reports that it took. Thread-safe: immutable.
 *
 * @param sent reports that are where they are to go
 * @param waiting reports that it keeps, to try again
 * @param waitingBytes of these, encoded
 * @param lost reports that it could neither send nor keep
 * @param failuresInRow attempts that failed since the last one that did not
 * @param lastErrorClass the class of the last failure; null before the first
 */
public record SinkProgress(
        long sent,
        long waiting,
        long waitingBytes,
        long lost,
        int failuresInRow,
        @Nullable String lastErrorClass) {

    /** With what the sink can't know: that it threw or took too long. */
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
