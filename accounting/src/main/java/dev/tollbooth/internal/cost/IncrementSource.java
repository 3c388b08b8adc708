package dev.tollbooth.internal.cost;

import java.util.Map;

/**
 * The request units that all sessions have spent since the last drain, for the tick.
 *
 * <p>Thread-safe, but one drain at a time.
 */
public interface IncrementSource {

    /** The treatment of running and remaining work by a drain. */
    enum Drain {
        /** A drain of each second, which takes running executions up to now. */
        SAMPLE,
        /**
         * The last drain before a switch-off. It works as {@link #SAMPLE}, and executions that end later count as late.
         */
        LAST_SAMPLE,
        /** A drain while collection is off, which takes ended executions only. */
        FINISHED_ONLY
    }

    /** Switches the collection for executions that begin from now on. */
    void setCollecting(boolean collecting);

    /**
     * Passes {@code sink} the spending since the last drain.
     *
     * @param nowNanos the ticker's reading, taken before this call
     * @return whether a later drain has to take the rest
     */
    boolean drain(long nowNanos, Drain how, IncrementSink sink);

    /** Returns the number of keys that were folded into others before the second tier saw them, since the start. */
    long foldedKeys();

    /** Returns the number of keys that this source keeps. */
    default int keptKeys() {
        return 0;
    }

    /**
     * Returns the spending by source of executions that ended while collection was off. A drain never takes it; it counts as
     * dropped.
     */
    Map<String, RuTotals> endedWhileOff();
}
