package dev.tollbooth.benchmarks.peer;

/** A histogram of powers of two of nanoseconds; for one thread. */
final class FloorHistogram {

    private final long[] counts = new long[Long.SIZE + 1];

    void add(long elapsedNanos) {
        counts[Long.SIZE - Long.numberOfLeadingZeros(elapsedNanos)]++;
    }
}
