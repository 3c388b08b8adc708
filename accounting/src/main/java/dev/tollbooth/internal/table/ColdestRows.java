package dev.tollbooth.internal.table;

import java.util.ArrayDeque;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * A finder of the rows that were idle longest, the coldest first.
 *
 * <p>One scan finds a batch of them, so an eviction costs a fraction of a scan. Rows that were executed since the scan
 * are skipped. Every row outside of the batch is warmer than all in it, so the order is exact.
 *
 * <p>Not thread-safe: guarded by the table's structure lock. Times are read while other threads count, so a row that is
 * being executed may count as cold.
 */
final class ColdestRows {

    /** A row with the time of its last execution at the scan. */
    record Candidate(SchemaStatements schema, StatementStats row, long lastEndNanos) implements Comparable<Candidate> {

        /** Compares by age, the warmest first, using differences because a ticker may wrap. */
        @Override
        public int compareTo(Candidate other) {
            return Long.signum(other.lastEndNanos - lastEndNanos);
        }
    }

    private final int batch;
    private final ArrayDeque<Candidate> candidates = new ArrayDeque<>();

    /** Makes a finder of at most {@code batch} rows per scan. */
    ColdestRows(int batch) {
        this.batch = batch;
    }

    /** Removes and returns the coldest row of {@code schemas}; null if there is none. */
    @Nullable
    Candidate poll(Iterable<SchemaStatements> schemas) {
        Candidate coldest = pollUntouched();
        if (coldest == null) {
            scan(schemas);
            coldest = pollUntouched();
        }
        return coldest;
    }

    private @Nullable Candidate pollUntouched() {
        Candidate next = candidates.poll();
        while (next != null && (next.row.retired() || next.row.lastEndNanos != next.lastEndNanos)) {
            next = candidates.poll();
        }
        return next;
    }

    private void scan(Iterable<SchemaStatements> schemas) {
        PriorityQueue<Candidate> coldest = new PriorityQueue<>(batch + 1);
        for (SchemaStatements schema : schemas) {
            for (StatementStats row : schema.rows().values()) {
                long lastEnd = row.lastEndNanos;
                Candidate warmest = coldest.peek();
                if (coldest.size() < batch || (warmest != null && lastEnd - warmest.lastEndNanos < 0)) {
                    coldest.add(new Candidate(schema, row, lastEnd));
                    if (coldest.size() > batch) {
                        coldest.poll();
                    }
                }
            }
        }
        for (Candidate next = coldest.poll(); next != null; next = coldest.poll()) {
            candidates.addFirst(next);
        }
    }
}
