package dev.tollbooth.internal.origin;

import org.jspecify.annotations.Nullable;

/**
 * A stretch of one thread's work with one origin. It counts how often each statement runs in autocommit, and reports
 * repetitions at its end, as a transaction does.
 *
 * <p>It remembers 16 accounts at a time, as {@link dev.tollbooth.internal.table.TransactionTracker} does with
 * statements, so a count may be too low but never too high. The first execution in autocommit allocates the memory.
 *
 * <p>Not thread-safe: one thread uses it.
 */
public final class OriginScope {

    /** A consumer that receives the repetitions of a scope. */
    public interface Repeats {

        /**
         * Reports that one scope executed a statement {@code times} times, at least {@link OriginTotals#REPEATED}.
         *
         * @param account the number of the statement's account
         */
        void repeated(int account, int origin, int times);
    }

    private static final int SLOTS = 16;
    private static final int PROBES = 4;

    private final int origin;
    private final @Nullable OriginScope outer;

    // a slot: number of an account (32 bits), count (32); 0 is free
    private long @Nullable [] slots;

    OriginScope(int origin, @Nullable OriginScope outer) {
        this.origin = origin;
        this.outer = outer;
    }

    /** Returns the number of the origin, {@link OriginNames#NONE} if its name is empty. */
    public int origin() {
        return origin;
    }

    @Nullable
    OriginScope outer() {
        return outer;
    }

    /** Counts one execution outside of transactions. */
    public void executed(int account) {
        long[] held = slots;
        if (held == null) {
            held = new long[SLOTS];
            slots = held;
        }
        int start = (account * 0x9E3779B9) >>> 28;
        int victim = start;
        long least = Long.MAX_VALUE;
        for (int i = 0; i < PROBES; i++) {
            int index = (start + i) & (SLOTS - 1);
            long slot = held[index];
            if ((int) (slot >>> Integer.SIZE) == account && slot != 0) {
                held[index] = times(slot) == Integer.MAX_VALUE ? slot : slot + 1;
                return;
            }
            if (times(slot) < least) {
                least = times(slot);
                victim = index;
            }
        }
        held[victim] = (long) account << Integer.SIZE | 1;
    }

    private static int times(long slot) {
        return (int) slot;
    }

    /** Ends the scope and reports its repetitions. */
    void end(Repeats repeats) {
        long[] held = slots;
        if (held == null) {
            return;
        }
        for (long slot : held) {
            if (times(slot) >= OriginTotals.REPEATED) {
                repeats.repeated((int) (slot >>> Integer.SIZE), origin, times(slot));
            }
        }
    }
}
