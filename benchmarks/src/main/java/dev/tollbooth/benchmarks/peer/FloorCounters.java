package dev.tollbooth.benchmarks.peer;

/**
 * The counters of the floor: executions, their time, and the rows read.
 *
 * <p>Not thread-safe.
 */
final class FloorCounters {

    private long executions;
    private long elapsedNanos;
    private long rows;

    void executed(long nanos) {
        executions++;
        elapsedNanos += nanos;
    }

    void row() {
        rows++;
    }

    @Override
    public String toString() {
        return "executions=" + executions + " elapsedNanos=" + elapsedNanos + " rows=" + rows;
    }
}
