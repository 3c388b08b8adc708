package dev.tollbooth.benchmarks.peer;

/** What the floor counts: executions, their time and the rows read; for one thread. */
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
