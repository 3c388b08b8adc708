package dev.tollbooth.internal.topru;

/**
 * Turns the readings of a source that tells a running total into what is new since the reading before.
 *
 * <p>A running total may go down, where a server resets it: the reading then becomes the new base, and nothing is ever
 * taken back. One for each execution; not thread-safe.
 */
public final class CumulativeRu {

    private double last;

    /** Begins an execution: its total is 0. */
    public void begin() {
        last = 0;
    }

    /**
     * Takes a reading.
     *
     * @return what to credit, 0 or more
     */
    public double advance(double total) {
        double delta = total - last;
        last = total;
        return delta > 0 ? delta : 0;
    }
}
