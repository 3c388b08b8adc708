package dev.tollbooth.internal.cost;

import dev.tollbooth.report.RuItem;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sums of request units, executions and time of a key, by origin if that is switched on. Not thread-safe: a lock
 * guards the totals, or one thread alone uses them.
 */
public class RuTotals {

    public double ru;
    public long execCount;
    public long durationNanos;
    long unknownCount;
    public long offCount;
    public long cpuNanos;
    /** The parts by origin; null if they are not counted. */
    private @Nullable OriginParts parts;

    /** Makes totals of 0. */
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

    /** Adds one increment of {@code origin}; an empty name means no origin. */
    public final void addOf(
            String origin, double addedRu, long executions, long nanos, long unknown, long off, long cpu) {
        // first, because this may run out of memory
        RuTotals part = parts().of(origin);
        part.add(addedRu, executions, nanos, unknown, off, cpu);
        add(addedRu, executions, nanos, unknown, off, cpu);
    }

    private OriginParts parts() {
        OriginParts known = parts;
        if (known == null) {
            known = new OriginParts();
            parts = known;
        }
        return known;
    }

    /** Adds {@code other}, with its origins. */
    public final void add(RuTotals other) {
        add(other, 1);
    }

    /** Subtracts {@code other}, a part of these totals, with its origins. */
    public final void subtract(RuTotals other) {
        add(other, -1);
    }

    final void add(RuTotals other, int sign) {
        if (other.parts != null) {
            parts().add(other.parts, sign);
        }
        add(
                sign * other.ru,
                sign * other.execCount,
                sign * other.durationNanos,
                sign * other.unknownCount,
                sign * other.offCount,
                sign * other.cpuNanos);
    }

    /** Adds {@code other}, without its origins. */
    public final void addSums(RuTotals other) {
        add(other.ru, other.execCount, other.durationNanos, other.unknownCount, other.offCount, other.cpuNanos);
    }

    /**
     * Moves the totals to the empty {@code target}. A negative time stays here, and reduces the next increment of the
     * same origin.
     */
    public final void moveTo(RuTotals target) {
        target.add(this);
        clear();
        long overcounted = parts == null || target.parts == null
                ? Math.min(0, target.durationNanos)
                : parts.leaveOvercounted(target.parts);
        target.durationNanos -= overcounted;
        durationNanos += overcounted;
    }

    /** Returns the request units. */
    public final double ru() {
        return ru;
    }

    /** Returns the number of executions. */
    public final long execCount() {
        return execCount;
    }

    /** Returns the nanoseconds of execution and fetch. */
    public final long durationNanos() {
        return durationNanos;
    }

    /** Returns the number of executions whose request units the source could not determine. */
    public final long unknownCount() {
        return unknownCount;
    }

    /** Returns the number of executions on servers without request units. */
    public final long offCount() {
        return offCount;
    }

    /** Returns the estimated CPU time of the application's threads in executions, in nanoseconds; 0 if not measured. */
    public final long cpuNanos() {
        return cpuNanos;
    }

    /** Resets all totals to 0. */
    public final void clear() {
        ru = 0;
        execCount = 0;
        durationNanos = 0;
        unknownCount = 0;
        offCount = 0;
        cpuNanos = 0;
        if (parts != null) {
            parts.clear();
        }
    }

    /** Returns these totals as an item of a report. */
    public final RuItem toItem(long startEpochSeconds) {
        Map<String, RuItem> origins = parts == null ? Map.of() : parts.toItems(startEpochSeconds);
        return new RuItem(startEpochSeconds, ru, execCount, durationNanos, unknownCount, offCount, origins);
    }

    /** Adds an item of a report, without its origins. */
    public final void addSums(RuItem item) {
        add(item.ru(), item.execCount(), item.execDurationNanos(), item.unknownCount(), item.offCount());
    }

    /** Adds an item of a report, with its origins. */
    public final void add(RuItem item) {
        item.origins()
                .forEach((origin, part) -> parts().of(origin)
                        .add(
                                part.ru(),
                                part.execCount(),
                                part.execDurationNanos(),
                                part.unknownCount(),
                                part.offCount()));
        addSums(item);
    }

    /** Returns whether all totals are 0, including each origin's. */
    public final boolean isZero() {
        return ru == 0
                && execCount == 0
                && durationNanos == 0
                && unknownCount == 0
                && offCount == 0
                && cpuNanos == 0
                && (parts == null || parts.isZero());
    }

    /** Returns whether these totals have parts by origin. */
    public final boolean hasOrigins() {
        return parts != null;
    }

    /** Returns the bytes of heap of the parts by origin. */
    public final long originBytes() {
        return parts == null ? 0 : parts.bytes();
    }

    @Override
    public String toString() {
        return "ru=" + ru + " execCount=" + execCount + " durationNanos=" + durationNanos + " unknownCount="
                + unknownCount + " offCount=" + offCount + (cpuNanos == 0 ? "" : " cpuNanos=" + cpuNanos);
    }
}
