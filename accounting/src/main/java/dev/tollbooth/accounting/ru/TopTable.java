package dev.tollbooth.accounting.ru;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The top N of rows by a ranking, and what all others spent together.
 *
 * <p>Admits up to 2N keys, then cuts to N by quickselect and folds the rest into others: amortised constant time an
 * increment, without a heap. A sketch remembers about what was folded, for the ranks of keys that come again. Open hashing of rows, since rows are never removed one by one. Not thread-safe.
 */
final class TopTable {

    private static final int MIN_SLOTS = 8;

    private final Ranking ranking;
    private final int limit;
    private final TierLimits.Fold fold;
    private final FoldedSketch folded;
    private @Nullable RuRow[] slots = new RuRow[MIN_SLOTS];
    private int size;

    /** What the rows spent that were cut; a total, so that it costs no limit. */
    final RuTotals others = new RuTotals();

    /** {@code folded} may be shared by tables whose keys differ. */
    TopTable(Ranking ranking, int limit, TierLimits.Fold fold, FoldedSketch folded) {
        this.ranking = ranking;
        this.limit = limit;
        this.fold = fold;
        this.folded = folded;
    }

    int size() {
        return size;
    }

    void add(RuKey key, double ru, long executions, long nanos, long unknown, long off) {
        row(key).add(ru, executions, nanos, unknown, off);
    }

    /** Adds {@code totals}, and returns the key that the row has. */
    RuKey add(RuKey key, RuTotals totals) {
        RuRow row = row(key);
        row.add(totals);
        return row.key;
    }

    /** Adds all rows and the others of {@code source}. */
    void addAll(TopTable source) {
        source.forEach(row -> add(row.key, row));
        others.add(source.others);
    }

    private RuRow row(RuKey key) {
        int slot = slot(key);
        RuRow found = slots[slot];
        if (found != null) {
            return found;
        }
        if (size - limit >= limit) {
            cut();
            slot = slot(key);
        } else if (4 * (size + 1) > 3 * slots.length) {
            rebuild(rows(), size, 2 * slots.length);
            slot = slot(key);
        }
        RuRow added = new RuRow(key);
        slots[slot] = added;
        size++;
        return added;
    }

    /** Returns the slot of the key, or the free one where it belongs. */
    private int slot(RuKey key) {
        int mask = slots.length - 1;
        int slot = ranking.hash(key) & mask;
        for (RuRow row = slots[slot]; row != null; row = slots[slot]) {
            if (ranking.isSame(row.key, key)) {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    /** Keeps the top N rows; what the others spent goes to the others. */
    void cut() {
        if (size <= limit) {
            return;
        }
        RuRow[] rows = rows();
        for (RuRow row : rows) {
            row.score = ranking.score(row) + folded.estimate(ranking.hash(row.key));
        }
        Selection.firstOf(rows, rows.length, limit, ranking::compare);
        for (int i = limit; i < rows.length; i++) {
            folded.add(ranking.hash(rows[i].key), ranking.score(rows[i]));
            fold.fold(others, rows[i]);
        }
        rebuild(rows, limit, slots.length);
    }

    private void rebuild(RuRow[] rows, int kept, int capacity) {
        slots = new RuRow[capacity];
        size = kept;
        for (int i = 0; i < kept; i++) {
            slots[slot(rows[i].key)] = rows[i];
        }
    }

    /** Returns the rows in the table's order, which depends on the hashes only up to collisions. */
    private RuRow[] rows() {
        RuRow[] rows = new RuRow[size];
        int next = 0;
        for (RuRow row : slots) {
            if (row != null) {
                rows[next++] = row;
            }
        }
        return rows;
    }

    /** Returns the rows, the top one first. */
    RuRow[] sorted() {
        RuRow[] rows = rows();
        for (RuRow row : rows) {
            row.score = ranking.score(row);
        }
        Arrays.sort(rows, ranking::compare);
        return rows;
    }

    void forEach(Consumer<RuRow> visitor) {
        for (RuRow row : slots) {
            if (row != null) {
                visitor.accept(row);
            }
        }
    }

    /** Adds all that is here to {@code target}. */
    void sumInto(RuTotals target) {
        forEach(target::add);
        target.add(others);
    }

    /** Returns the bytes of heap that are held, without the sketch. */
    long bytes() {
        return size * TierWeights.ROW + TierWeights.slots(slots.length);
    }
}
