package dev.tollbooth.internal.ru.tidb;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A sampler that chooses a given share of executions, spread as evenly as possible. It compares multiples of the golden
 * ratio, modulo 1, with the share. Therefore about that share of each statement's executions is chosen, whatever runs
 * between them.
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
     * Makes a sampler.
     *
     * @param share the share to choose, above 0 and up to 1
     * @param start a different start for each connection, so that not all of them begin with a question
     */
    Sampling(double share, long start) {
        this.share = share;
        this.next = new AtomicLong(start * STEP);
    }

    /** Returns whether all executions are chosen. */
    boolean isAll() {
        return share >= 1;
    }

    /** Returns the factor for the figures of an execution, 0 if it is not chosen. */
    double weight() {
        return isAll() ? 1 : (next.getAndAdd(STEP) >>> 11) * UNIT < share ? 1 / share : 0;
    }
}
