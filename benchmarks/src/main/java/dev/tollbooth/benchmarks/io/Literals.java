package dev.tollbooth.benchmarks.io;

/** Ids by turns; for one thread. */
final class Literals {

    private final int most;
    private long last;

    /** Gives 1 to {@code most} and 1 again. */
    Literals(int most) {
        this.most = most;
    }

    long next() {
        last = last == most ? 1 : last + 1;
        return last;
    }
}
