package dev.tollbooth.internal.origin;

import dev.tollbooth.internal.memory.ObjectLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The figures of origins between two reads. If a new origin took the place of an old one, the old figures moved to the
 * others. The growth of the others is then reduced by the figures that were reported for the old origin.
 *
 * <p>Not thread-safe.
 */
public final class OriginDeltas {

    private static final long BYTES = ObjectLayout.USUAL.shallow(OriginTotals.class);

    /** The rounding error of subtracted request units, as a share of all. */
    private static final double ROUNDING = 1e-12;

    private Map<Integer, List<OriginTotals>> before = new HashMap<>();
    private Map<Integer, List<OriginTotals>> now = new HashMap<>();

    /** Begins a read, whose totals the next read subtracts. */
    public void begin() {
        before = now;
        now = new HashMap<>();
    }

    /**
     * Ends a read that reported only {@code rows}; for the other rows, the next read subtracts the totals of an earlier
     * read.
     */
    public void abandon(Set<Integer> rows) {
        now.keySet().retainAll(rows);
        before.forEach(now::putIfAbsent);
    }

    /**
     * Returns the growth of each origin of a row since the last read, without origins that did not grow.
     *
     * @param row the row's number
     * @param read the result of {@link StatementOrigins#copy}; kept, because the next read subtracts it
     */
    public List<OriginTotals> row(int row, List<OriginTotals> read) {
        if (read.isEmpty()) {
            return List.of();
        }
        List<OriginTotals> earlier = before.getOrDefault(row, List.of());
        now.put(row, read);
        List<OriginTotals> deltas = new ArrayList<>(read.size());
        for (OriginTotals origin : read) {
            OriginTotals delta = origin.copy();
            double noise = origin.ru() * ROUNDING;
            OriginTotals base = find(origin.place(), earlier);
            if (base != null) {
                delta.subtract(base, noise);
            }
            if (origin.place() == StatementOrigins.PLACE_OF_OTHERS) {
                earlier.stream()
                        .filter(known -> find(known.place(), read) == null)
                        .forEach(gone -> delta.subtract(gone, noise));
            }
            if (!delta.isZero()) {
                deltas.add(delta);
            }
        }
        return deltas;
    }

    private static @Nullable OriginTotals find(int place, List<OriginTotals> in) {
        for (OriginTotals known : in) {
            if (known.place() == place) {
                return known;
            }
        }
        return null;
    }

    /** Returns the bytes of heap of the last read's totals. */
    public long bytes() {
        long held = 0;
        for (List<OriginTotals> row : now.values()) {
            held += row.size();
        }
        return held * BYTES;
    }
}
