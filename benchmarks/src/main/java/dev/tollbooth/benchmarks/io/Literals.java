package dev.tollbooth.benchmarks.io;

/**
 * A cycle of ids.
 *
 * <p>Not thread-safe.
 */
final class Literals {

    private final int most;
    private long last;

    /** Makes a cycle from 1 to {@code most}. */
    Literals(int most) {
        this.most = most;
    }

    long next() {
        last = last == most ? 1 : last + 1;
        return last;
    }
}
