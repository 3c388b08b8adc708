package dev.tollbooth.benchmarks.peer;

/**
 * The counters of the floor: executions, their time, and the rows read. {@link SketchCounters} counts more.
 *
 * <p>Not thread-safe.
 */
class FloorCounters {

    private long executions;
    private long elapsedNanos;
    private long rows;

    /** Returns the counters of the statements with the text {@code sql}. */
    FloorCounters of(String sql) {
        return this;
    }

    /** Begins an execution; returns the clock's reading in nanoseconds. */
    long begin() {
        return System.nanoTime();
    }

    /** Ends an execution that began at {@code startNanos}. */
    void end(long startNanos, long rowsAffected) {
        executions++;
        elapsedNanos += System.nanoTime() - startNanos;
    }

    void row() {
        rows++;
    }

    /** Ends the reading of a result set. */
    void endRead() {
        // each row is counted already
    }

    @Override
    public String toString() {
        return "executions=" + executions + " elapsedNanos=" + elapsedNanos + " rows=" + rows;
    }
}
