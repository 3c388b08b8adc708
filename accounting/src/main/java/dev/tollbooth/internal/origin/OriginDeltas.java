package dev.tollbooth.internal.origin;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The growth of a statement's origins between two reads. If a new origin took the place of an old one, the old figures
 * moved to the others. The growth of the others is then reduced by the figures that were reported for the old origin.
 */
public final class OriginDeltas {

    /** The rounding error of subtracted request units, as a share of all. */
    private static final double ROUNDING = 1e-12;

    private OriginDeltas() {}

    /**
     * Returns the growth of each origin, without origins that did not grow.
     *
     * @param read the result of {@link StatementOrigins#copy}
     * @param earlier the result of an earlier read, empty if there was none
     */
    public static List<OriginTotals> growth(List<OriginTotals> read, List<OriginTotals> earlier) {
        if (read.isEmpty()) {
            return List.of();
        }
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
}
