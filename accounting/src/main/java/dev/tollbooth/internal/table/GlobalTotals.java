package dev.tollbooth.internal.table;

import dev.tollbooth.statement.EventKind;
import dev.tollbooth.statement.EventSnapshot;
import dev.tollbooth.statement.HistogramSnapshot;

/**
 * The parts of the global figures that are not in rows: the figures of truncated rows (left), and the figures at the
 * last truncation of the global figures (baseline). Global = left + rows - baseline.
 *
 * <p>Not thread-safe: guarded by the table's structure lock.
 */
final class GlobalTotals {

    private final Totals left = new Totals();
    private HistogramSnapshot histogramBaseline = HistogramSnapshot.EMPTY;
    private Totals eventBaseline = new Totals();

    /** Returns the totals of figures that left the rows, to which callers add. */
    Totals left() {
        return left;
    }

    /** Returns the global histogram; {@code sum} is left + rows. */
    HistogramSnapshot histogram(Totals sum) {
        return sum.histogram.snapshot().minus(histogramBaseline);
    }

    /** Returns the executions of all statements; {@code sum} is left + rows. */
    EventSnapshot event(Totals sum) {
        long count = sum.count - eventBaseline.count;
        long rowsUnknown = sum.rowsUnknown - eventBaseline.rowsUnknown;
        return new EventSnapshot(
                EventKind.STATEMENT,
                count,
                sum.sumNanos - eventBaseline.sumNanos,
                count == 0 || sum.minNanos == Totals.NO_MIN ? 0 : sum.minNanos,
                sum.maxNanos,
                sum.errors - eventBaseline.errors,
                Totals.knownRows(sum.rowsAffected - eventBaseline.rowsAffected, rowsUnknown),
                rowsUnknown,
                sum.rowsSent - eventBaseline.rowsSent);
    }

    /** Truncates the histogram. */
    void resetHistogram(Totals sum) {
        histogramBaseline = sum.histogram.snapshot();
    }

    /** Truncates the executions and the histogram; the caller resets the least and greatest latencies of rows. */
    void resetEvents(Totals sum) {
        eventBaseline = sum;
        left.minNanos = Totals.NO_MIN;
        left.maxNanos = 0;
        resetHistogram(sum);
    }
}
