package dev.tollbooth.internal.topru;

/**
 * A converter of a source's running totals to increments.
 *
 * <p>If a total decreases, because a server has reset it, the increment is 0, and later ones count from the lower
 * total.
 *
 * <p>Not thread-safe: one for each execution.
 */
public final class CumulativeRu {

    private double last;

    /** Begins an execution with a total of 0. */
    public void begin() {
        last = 0;
    }

    /**
     * Takes a reading of the total.
     *
     * @return the increment, 0 or more
     */
    public double advance(double total) {
        double delta = total - last;
        last = total;
        return delta > 0 ? delta : 0;
    }
}
