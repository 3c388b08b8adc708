package dev.tollbooth.accounting.session;

import dev.tollbooth.accounting.ru.IncrementSink;
import java.util.Arrays;

/**
 * What a tick reads of one session before it takes differences; reused for the next session.
 *
 * <p>Not thread-safe: the tick's alone.
 */
final class CellReadings {

    RuCell[] cells = new RuCell[64];
    CellTotals[] totals = new CellTotals[64];
    int[] runningCount = new int[64];
    long[] runningNanos = new long[64];
    int size;

    void clear() {
        Arrays.fill(cells, 0, size, null);
        size = 0;
    }

    /** Reads what {@code cell} has finished; a retired one is left out. */
    void read(RuCell cell) {
        if (size == cells.length) {
            int capacity = 2 * size;
            cells = Arrays.copyOf(cells, capacity);
            totals = Arrays.copyOf(totals, capacity);
            runningCount = Arrays.copyOf(runningCount, capacity);
            runningNanos = Arrays.copyOf(runningNanos, capacity);
        }
        CellTotals target = totals[size];
        if (target == null) {
            target = new CellTotals();
            totals[size] = target;
        }
        if (cell.copyInto(target)) {
            runningCount[size] = 0;
            runningNanos[size] = 0;
            cell.index = size;
            cells[size++] = cell;
        }
    }

    /** Adds a running execution of {@code cell}; false if that was not read. */
    boolean run(RuCell cell, long elapsedNanos) {
        int index = cell.index;
        if (index >= size || cells[index] != cell) {
            return false;
        }
        runningCount[index]++;
        runningNanos[index] += elapsedNanos;
        return true;
    }

    /**
     * Gives {@code sink} what a cell spent since it was last given, never less than nothing: an execution that has
     * ended but is not added yet is missed for a tick.
     *
     * @return whether there was anything
     */
    boolean give(int index, boolean withRunning, IncrementSink sink) {
        RuCell cell = cells[index];
        CellTotals now = totals[index];
        CellTotals seen = cell.seen;
        long executions = now.execCount + (withRunning ? runningCount[index] : 0) - seen.execCount;
        long nanos = now.durationNanos + (withRunning ? runningNanos[index] : 0) - seen.durationNanos;
        executions = Math.max(0, executions);
        nanos = Math.max(0, nanos);
        double ru = now.ru - seen.ru + nanos * cell.ruPerNano;
        long unknown = now.unknownCount - seen.unknownCount;
        long off = now.offCount - seen.offCount;
        if (executions == 0 && nanos == 0 && ru == 0 && unknown == 0 && off == 0) {
            return false;
        }
        seen.execCount += executions;
        seen.durationNanos += nanos;
        seen.ru = now.ru;
        seen.unknownCount = now.unknownCount;
        seen.offCount = now.offCount;
        sink.accept(cell.key.ruKey(), cell.digest, ru, executions, nanos, unknown, off);
        return true;
    }
}
