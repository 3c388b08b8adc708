package dev.tollbooth.benchmarks.report;

/**
 * What one operation cost, in the best fork.
 *
 * @param nanos mean
 * @param bytes allocated
 */
record Figures(double nanos, double bytes) {

    double addedNanos(Figures direct) {
        return nanos - direct.nanos;
    }

    double addedBytes(Figures direct) {
        return bytes - direct.bytes;
    }
}
