package dev.tollbooth.accounting.session;

/** A copy of a cell's totals. Not thread-safe: the tick's alone. */
final class CellTotals {

    long execCount;
    long durationNanos;
    double ru;
    long unknownCount;
    long offCount;
}
