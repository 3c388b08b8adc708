package dev.tollbooth.benchmarks.io;

import java.util.Arrays;
import java.util.Locale;

/**
 * Where the middle half of some values lies.
 *
 * @param low a quarter is below
 * @param median half is below
 * @param high a quarter is above
 */
record Quartiles(double low, double median, double high) {

    static Quartiles of(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int size = sorted.length;
        double median = size % 2 == 1 ? sorted[size / 2] : (sorted[size / 2 - 1] + sorted[size / 2]) / 2;
        return new Quartiles(sorted[size / 4], median, sorted[size - 1 - size / 4]);
    }

    /** Gives those of {@code values[i] - base[i]}, which were measured side by side. */
    static Quartiles added(double[] values, double[] base) {
        double[] added = new double[values.length];
        Arrays.setAll(added, i -> values[i] - base[i]);
        return of(added);
    }

    /** Gives those of {@code values[i] / base[i]}. */
    static Quartiles ratio(double[] values, double[] base) {
        double[] ratio = new double[values.length];
        Arrays.setAll(ratio, i -> values[i] / base[i]);
        return of(ratio);
    }

    /** Shows the median with its sign and the quartiles behind, whole numbers. */
    String signed() {
        return String.format(Locale.ROOT, "%+,.0f (%+,.0f to %+,.0f)", median, low, high);
    }
}
