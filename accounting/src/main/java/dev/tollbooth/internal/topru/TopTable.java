package dev.tollbooth.internal.topru;

import dev.tollbooth.internal.cost.RuKey;
import dev.tollbooth.internal.cost.RuTotals;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The top N rows of a ranking, and the totals of all others.
 *
 * <p>The table admits up to 2N keys, then cuts to N by quickselect and folds the rest into others: amortized constant
 * time per increment, without a heap. A sketch remembers folded totals to rank keys that return. The table uses open
 * addressing, because rows are never removed one by one. Not thread-safe.
 */
final class TopTable {

    private static final int MIN_SLOTS = 8;
    private static final RuRow[] NONE = {};

    private final Ranking ranking;
    private final int limit;
    private final TierLimits.Fold fold;
    private final FoldedSketch folded;
    private @Nullable RuRow[] slots = new RuRow[MIN_SLOTS];
    private int size;
    /** The rows of the last cut. Those from the index of the limit on were added to others, and are free for reuse. */
    private RuRow[] spares = NONE;

    private int spareCount;

    /** The totals of all rows that were cut. They don't count towards the limit. */
    final RuTotals others = new RuTotals();

    /** Makes an empty table; tables with different keys may share {@code folded}. */
    TopTable(Ranking ranking, int limit, TierLimits.Fold fold, FoldedSketch folded) {
        this.ranking = ranking;
        this.limit = limit;
        this.fold = fold;
        this.folded = folded;
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0 && others.isZero();
    }

    /** Adds {@code totals} without their origins. */
    void addSums(RuKey key, RuTotals totals) {
        row(key).addSums(totals);
    }

    /** Adds {@code totals}, and returns the key of the row. */
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
        int hash = ranking.hash(key);
        int slot = slot(key, hash);
        RuRow found = slots[slot];
        if (found != null) {
            return found;
        }
        if (size - limit >= limit) {
            cutAndKeepSpares();
            slot = freeSlot(hash);
        } else if (4 * (size + 1) > 3 * slots.length) {
            grow();
            slot = freeSlot(hash);
        }
        RuRow added = free(key, hash);
        slots[slot] = added;
        size++;
        return added;
    }

    /** Returns the slot of the key, or the free slot for it. */
    private int slot(RuKey key, int hash) {
        int mask = slots.length - 1;
        int slot = hash & mask;
        for (RuRow row = slots[slot]; row != null; row = slots[slot]) {
            if (row.hash == hash && ranking.isSame(row.key, key)) {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    /** Returns the free slot for a key with this hash, which the table does not have. */
    private int freeSlot(int hash) {
        int mask = slots.length - 1;
        int slot = hash & mask;
        while (slots[slot] != null) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    /** Cuts to the top N rows, and adds the rest to others. */
    void cut() {
        cutAndKeepSpares();
        spares = NONE;
        spareCount = 0;
    }

    private void cutAndKeepSpares() {
        if (size <= limit) {
            return;
        }
        RuRow[] rows = rows();
        keepFirst(rows);
        for (int i = limit; i < rows.length; i++) {
            folded.raise(rows[i].hash, score(rows[i]));
            fold.fold(others, rows[i]);
        }
        Arrays.fill(slots, null);
        fill(rows, limit);
        spares = rows;
        spareCount = rows.length - limit;
    }

    /** Returns the score for a cut: the figure that the table ranks by, plus the estimated folded total of the key. */
    private double score(RuRow row) {
        return ranking.score(row) + row.folded;
    }

    /**
     * Moves the top N rows to the front. Rows above the N-th highest score come first. A comparison then chooses among
     * the rows with exactly that score.
     */
    private void keepFirst(RuRow[] rows) {
        long[] scores = new long[rows.length];
        for (int i = 0; i < rows.length; i++) {
            scores[i] = Selection.sortable(score(rows[i]));
        }
        long least = Selection.greatest(scores, limit);
        int above = 0;
        int equal = 0;
        for (int i = 0; i < rows.length; i++) {
            long score = Selection.sortable(score(rows[i]));
            if (score >= least) {
                Selection.swap(rows, i, equal);
                if (score > least) {
                    Selection.swap(rows, equal, above++);
                }
                equal++;
            }
        }
        if (equal > limit) {
            Selection.firstOf(rows, above, equal, limit, ranking::compareEquals);
        }
    }

    private void grow() {
        RuRow[] rows = rows();
        slots = new RuRow[2 * slots.length];
        fill(rows, rows.length);
    }

    private void fill(RuRow[] rows, int kept) {
        size = kept;
        for (int i = 0; i < kept; i++) {
            slots[freeSlot(rows[i].hash)] = rows[i];
        }
    }

    /** Returns a row for a new key: a spare one, which the processor's cache may still have, or a new one. */
    private RuRow free(RuKey key, int hash) {
        float before = folded.estimate(hash);
        if (spareCount == 0) {
            return new RuRow(key, hash, before);
        }
        return spares[limit + --spareCount].reuse(key, hash, before);
    }

    /** Returns the rows in the table's order, which depends on hashes and collisions. */
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

    /** Adds everything to {@code target}. */
    void sumInto(RuTotals target) {
        forEach(target::add);
        target.add(others);
    }

    /** Returns the bytes of heap without the sketch. */
    long bytes() {
        return (size + spareCount) * TierWeights.ROW + TierWeights.slots(slots.length);
    }

    /** Returns the bytes of heap of origins. */
    long originBytes() {
        long bytes = others.originBytes();
        for (RuRow row : slots) {
            bytes += row == null ? 0 : row.originBytes();
        }
        for (int i = 0; i < spareCount; i++) {
            bytes += spares[limit + i].originBytes();
        }
        return bytes;
    }
}
