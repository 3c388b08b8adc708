package dev.tollbooth.internal.cost;

/**
 * The request units that all sessions have spent since the last drain, for the tick.
 *
 * <p>Thread-safe, but one drain at a time.
 */
public interface IncrementSource {

    /** How a drain treats what runs and what is left. */
    enum Drain {
        /** Each second: running executions are taken up to now. */
        SAMPLE,
        /** At switch-off: as {@link #SAMPLE}, and what is taken is final, so that what ends from now on is seen as late. */
        LAST_SAMPLE,
        /** While off: only what has ended. */
        FINISHED_ONLY
    }

    /** Whether executions that begin are to be collected. */
    void setCollecting(boolean collecting);

    /**
     * Gives {@code sink} what was spent since the last drain.
     *
     * @param nowNanos the ticker's reading, taken before this call
     * @return whether something is left that only a later drain can give
     */
    boolean drain(long nowNanos, Drain how, IncrementSink sink);

    /** Returns how many keys were folded into others before the second tier has seen them, since the instance began. */
    long foldedKeys();

    /** Returns how many keys it keeps, which it has given to sinks or will. */
    default int keptKeys() {
        return 0;
    }

    /** Returns what ended while nothing was collected, since the instance began: never drained, counted as dropped. */
    RuTotals endedWhileOff();
}
