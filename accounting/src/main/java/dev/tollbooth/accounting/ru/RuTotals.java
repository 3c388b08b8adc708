package dev.tollbooth.accounting.ru;

import dev.tollbooth.accounting.report.RuItem;

/** Sums of what keys spent. Not thread-safe: each tier's are confined to that tier's thread. */
public class RuTotals {

    double ru;
    long execCount;
    long durationNanos;
    long unknownCount;
    long offCount;

    /** All 0. */
    public RuTotals() {}

    /** Adds one increment. */
    public final void add(double addedRu, long executions, long nanos, long unknown, long off) {
        ru += addedRu;
        execCount += executions;
        durationNanos += nanos;
        unknownCount += unknown;
        offCount += off;
    }

    /** Adds all of {@code other}. */
    public final void add(RuTotals other) {
        add(other.ru, other.execCount, other.durationNanos, other.unknownCount, other.offCount);
    }

    final void subtract(RuTotals other) {
        add(-other.ru, -other.execCount, -other.durationNanos, -other.unknownCount, -other.offCount);
    }

    /** Returns request units. */
    public final double ru() {
        return ru;
    }

    /** Returns executions. */
    public final long execCount() {
        return execCount;
    }

    /** Returns nanoseconds of execution and fetch. */
    public final long durationNanos() {
        return durationNanos;
    }

    /** Returns executions whose request units the source could not tell. */
    public final long unknownCount() {
        return unknownCount;
    }

    /** Returns executions with nothing to read request units from. */
    public final long offCount() {
        return offCount;
    }

    /** Sets all to 0. */
    public final void clear() {
        ru = 0;
        execCount = 0;
        durationNanos = 0;
        unknownCount = 0;
        offCount = 0;
    }

    final RuItem toItem(long startEpochSeconds) {
        return new RuItem(startEpochSeconds, ru, execCount, durationNanos, unknownCount, offCount);
    }

    /** Returns whether all are 0. */
    public final boolean isZero() {
        return ru == 0 && execCount == 0 && durationNanos == 0 && unknownCount == 0 && offCount == 0;
    }

    @Override
    public String toString() {
        return "ru=" + ru + " execCount=" + execCount + " durationNanos=" + durationNanos + " unknownCount="
                + unknownCount + " offCount=" + offCount;
    }
}
