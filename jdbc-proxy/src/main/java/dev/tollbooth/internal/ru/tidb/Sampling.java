package dev.tollbooth.internal.ru.tidb;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Chooses a share of executions, spread as evenly as can be: the fractions of multiples of the golden ratio. Executions
 * of one statement are chosen in that share too, whatever runs between them.
 *
 * <p>Thread-safe.
 */
final class Sampling {

    /** 2<sup>64</sup> divided by the golden ratio. */
    private static final long STEP = 0x9E37_79B9_7F4A_7C15L;

    private static final double UNIT = 0x1p-53;

    private final double share;
    private final AtomicLong next;

    /**
     * Chooses from a place of its own.
     *
     * @param share above 0 and up to 1
     * @param start another one for each connection, so that not all begin by asking
     */
    Sampling(double share, long start) {
        this.share = share;
        this.next = new AtomicLong(start * STEP);
    }

    /** Returns whether all are chosen. */
    boolean isAll() {
        return share >= 1;
    }

    /** Returns what the figures of an execution are to be multiplied with: 0 if it is not chosen. */
    double weight() {
        return isAll() ? 1 : (next.getAndAdd(STEP) >>> 11) * UNIT < share ? 1 / share : 0;
    }
}
