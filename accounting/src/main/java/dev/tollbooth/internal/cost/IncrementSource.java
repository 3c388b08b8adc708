package dev.tollbooth.internal.cost;

import java.util.Map;

/**
 * A source of the request units that all sessions have spent since the last drain.
 *
 * <p>Thread-safe. Concurrent drains wait for each other.
 */
public interface IncrementSource {

    /** The kinds of drains, by their treatment of running executions. */
    enum Drain {
        /** The drain of each second, which includes running executions up to now. */
        SAMPLE,
        /**
         * The last drain before a switch-off. Like {@link #SAMPLE} it includes running executions. Executions that end
         * later count as late.
         */
        LAST_SAMPLE,
        /** A drain while collection is off, which takes ended executions only. */
        FINISHED_ONLY
    }

    /** Switches the collection on or off, for executions that begin from now on. */
    void setCollecting(boolean collecting);

    /**
     * Passes the increments since the last drain to {@code sink}.
     *
     * @param nowNanos the ticker's reading, taken before this call
     * @return whether an execution is running whose request units are collected
     */
    boolean drain(long nowNanos, Drain how, IncrementSink sink);

    /** Returns the number of increments since the start that were added to others, because their keys had no room. */
    long foldedKeys();

    /** Returns the number of keys that this source keeps. */
    default int keptKeys() {
        return 0;
    }

    /**
     * Returns the request units, by source, of executions that ended while collection was off. No drain takes them;
     * they count as dropped.
     */
    Map<String, RuTotals> endedWhileOff();
}
