package dev.tollbooth.internal.table;

import java.util.ArrayDeque;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The rows that were longest not executed, coldest first.
 *
 * <p>A scan of the table finds a batch of them, so that an eviction costs a small part of a scan. A row of the batch
 * that was executed since is skipped; every row outside it is warmer than all that remain in it, so the order is exact.
 *
 * <p>Not thread-safe: guarded by the table's structure lock. It reads when a row was last executed beside who counts: a row
 * that is just executed may count as cold, nothing worse.
 */
final class ColdestRows {

    /** A row and when it was last seen, as of the scan. */
    record Candidate(SchemaStatements schema, StatementStats row, long lastEndNanos) implements Comparable<Candidate> {

        /** Warmest first; by differences, since a ticker may wrap. */
        @Override
        public int compareTo(Candidate other) {
            return Long.signum(other.lastEndNanos - lastEndNanos);
        }
    }

    private final int batch;
    private final ArrayDeque<Candidate> candidates = new ArrayDeque<>();

    /** Keeps at most {@code batch} candidates. */
    ColdestRows(int batch) {
        this.batch = batch;
    }

    /** Takes the coldest row of {@code schemas}; null if there is none. */
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
