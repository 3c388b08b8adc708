package dev.tollbooth.internal.origin;

import org.jspecify.annotations.Nullable;

/**
 * A stretch of one thread's work that has one origin, and how often it executes each statement in autocommit: what repeats one
 * so often as a transaction does is told when it ends.
 *
 * <p>It remembers 16 accounts at a time, as {@link dev.tollbooth.internal.table.TransactionTracker} does with statements: a count
 * is never too high and may be too low. The memory for them is made at the first execution, and there is none for it outside of
 * autocommit.
 *
 * <p>Not thread-safe: its thread's own.
 */
public final class OriginScope {

    /** Takes what a scope has repeated. */
    public interface Repeats {

        /**
         * Takes that one scope has executed a statement {@code times} times, {@link OriginTotals#REPEATED} or more.
         *
         * @param account the number of what it was counted to
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

    /** Returns the number of the origin, {@link OriginNames#NONE} where it has no name. */
    public int origin() {
        return origin;
    }

    @Nullable
    OriginScope outer() {
        return outer;
    }

    /** Tells of one execution that is of no transaction. */
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

    /** Tells what it has repeated. */
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
