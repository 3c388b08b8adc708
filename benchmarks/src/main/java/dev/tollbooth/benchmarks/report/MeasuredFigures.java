package dev.tollbooth.benchmarks.report;

/**
 * The time and bytes of one operation in the best fork.
 *
 * @param nanos mean nanoseconds
 * @param bytes allocated bytes
 */
record MeasuredFigures(double nanos, double bytes) {

    double addedNanos(MeasuredFigures direct) {
        return nanos - direct.nanos;
    }

    double addedBytes(MeasuredFigures direct) {
        return bytes - direct.bytes;
    }
}
