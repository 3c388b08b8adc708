package dev.tollbooth.internal.cost;

import dev.tollbooth.report.RuItem;

/** Sums of what keys spent. Not thread-safe: each tier's are confined to that tier's thread. */
public class RuTotals {

    public double ru;
    public long execCount;
    public long durationNanos;
    long unknownCount;
    public long offCount;
    public long cpuNanos;

    /** All 0. */
    public RuTotals() {}

    /** Adds one increment without CPU time. */
    public final void add(double addedRu, long executions, long nanos, long unknown, long off) {
        add(addedRu, executions, nanos, unknown, off, 0);
    }

    /** Adds one increment. */
    public final void add(double addedRu, long executions, long nanos, long unknown, long off, long cpu) {
        ru += addedRu;
        execCount += executions;
        durationNanos += nanos;
        unknownCount += unknown;
        offCount += off;
        cpuNanos += cpu;
    }

    /** Adds all of {@code other}. */
    public final void add(RuTotals other) {
        add(other.ru, other.execCount, other.durationNanos, other.unknownCount, other.offCount, other.cpuNanos);
    }

    public final void subtract(RuTotals other) {
        add(-other.ru, -other.execCount, -other.durationNanos, -other.unknownCount, -other.offCount, -other.cpuNanos);
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

    /** Returns CPU time of the client's threads in executions, nanoseconds, scaled; 0 where it is not measured. */
    public final long cpuNanos() {
        return cpuNanos;
    }

    /** Sets all to 0. */
    public final void clear() {
        ru = 0;
        execCount = 0;
        durationNanos = 0;
        unknownCount = 0;
        offCount = 0;
        cpuNanos = 0;
    }

    public final RuItem toItem(long startEpochSeconds) {
        return new RuItem(startEpochSeconds, ru, execCount, durationNanos, unknownCount, offCount);
    }

    /** Returns whether all are 0. */
    public final boolean isZero() {
        return ru == 0 && execCount == 0 && durationNanos == 0 && unknownCount == 0 && offCount == 0 && cpuNanos == 0;
    }

    @Override
    public String toString() {
        return "ru=" + ru + " execCount=" + execCount + " durationNanos=" + durationNanos + " unknownCount="
                + unknownCount + " offCount=" + offCount + (cpuNanos == 0 ? "" : " cpuNanos=" + cpuNanos);
    }
}
