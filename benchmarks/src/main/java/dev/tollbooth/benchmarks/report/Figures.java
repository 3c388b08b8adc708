package dev.tollbooth.benchmarks.report;

/**
 * What one operation cost.
 *
 * @param nanos mean of the best fork
 * @param worstNanos mean of the worst fork
 * @param bytes allocated, in the best fork
 */
record Figures(double nanos, double worstNanos, double bytes) {

    double addedNanos(Figures direct) {
        return nanos - direct.nanos;
    }

    double addedBytes(Figures direct) {
        return bytes - direct.bytes;
    }

    double ratio(Figures direct) {
        return nanos / direct.nanos;
    }

    /** What this adds, in units of what the floor adds. */
    double ratioToFloor(Figures direct, Figures floor) {
        return addedNanos(direct) / floor.addedNanos(direct);
    }
}
