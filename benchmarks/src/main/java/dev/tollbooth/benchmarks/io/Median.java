package dev.tollbooth.benchmarks.io;

import java.util.Arrays;
import java.util.Locale;

/**
 * The median of independent values, with a confidence interval of 95 %. The bounds of the interval are two of the
 * values, whose ranks are chosen by the binomial distribution, so the values may have any distribution.
 *
 * @param low the interval's lower end
 * @param median half of the values are below
 * @param high the interval's upper end
 */
record Median(double low, double median, double high) {

    private static final double DEVIATIONS = 1.96;

    static Median of(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int size = sorted.length;
        double median = size % 2 == 1 ? sorted[size / 2] : (sorted[size / 2 - 1] + sorted[size / 2]) / 2;
        int below = Math.max(0, (int) Math.floor((size - DEVIATIONS * Math.sqrt(size)) / 2));
        return new Median(sorted[below], median, sorted[size - 1 - below]);
    }

    /** Returns the median of {@code values[i] - base[i]}, which were measured side by side. */
    static Median added(double[] values, double[] base) {
        double[] added = new double[values.length];
        Arrays.setAll(added, i -> values[i] - base[i]);
        return of(added);
    }

    /** Returns the median of {@code values[i] / base[i]}. */
    static Median ratio(double[] values, double[] base) {
        double[] ratio = new double[values.length];
        Arrays.setAll(ratio, i -> values[i] / base[i]);
        return of(ratio);
    }

    /** Returns whether the interval contains 0, so that the values don't differ significantly from 0. */
    boolean holdsZero() {
        return low <= 0 && high >= 0;
    }

    /** Returns the median with its sign and the interval, in whole numbers. */
    String signed() {
        return String.format(Locale.ROOT, "%+,.0f (%+,.0f to %+,.0f)", median, low, high);
    }
}
