package dev.tollbooth.internal.metrics;

import java.util.Map;

/** One series of a {@link SeriesBoard}. Not thread-safe: guarded by its board. */
final class Series {

    final Map<String, String> attributes;
    final long startEpochMillis;
    final SeriesFigures figures = new SeriesFigures();
    /** What ranks it, of the read that goes on. */
    double fresh;
    /** What ranks it, a second, as it was of late. */
    double pace;

    Series(Map<String, String> attributes, long startEpochMillis) {
        this.attributes = attributes;
        this.startEpochMillis = startEpochMillis;
    }
}
