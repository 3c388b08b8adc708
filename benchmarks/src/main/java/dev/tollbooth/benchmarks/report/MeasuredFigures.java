package dev.tollbooth.benchmarks.report;

/**
 * What one operation cost, in the best fork.
 *
 * @param nanos mean
 * @param bytes allocated
 */
record MeasuredFigures(double nanos, double bytes) {

    double addedNanos(MeasuredFigures direct) {
        return nanos - direct.nanos;
    }

    double addedBytes(MeasuredFigures direct) {
        return bytes - direct.bytes;
    }
}
