package dev.tollbooth.internal.table;

/**
 * Counts how often one connection executes each statement within a transaction: where an N+1 shows. In autocommit each
 * execution is a transaction of its own, so nothing is counted here; {@link dev.tollbooth.internal.origin.OriginScope} counts there.
 *
 * <p>A pool or driver below may have switched autocommit off before: a commit or rollback that succeeds says so.
 *
 * <p>It remembers 32 statements at a time; of more in one transaction, those that are repeated least make room, so a
 * count is never too high and may be too low. It keeps row numbers, not rows: it holds no row in memory.
 *
 * <p>For one connection. Not thread-safe: guarded by the table's lock.
 */
public final class TransactionTracker {

    private static final int SLOTS = 32;
    private static final int PROBES = 4;

    // a slot: row number (32 bits), generation (12), count (20); 0 is free
    private static final int COUNT_BITS = 20;
    private static final int MAX_COUNT = (1 << COUNT_BITS) - 1;
    private static final int GENERATIONS = 1 << 12;

    /** Read only. */
    private static final long[] NONE = new long[SLOTS];

    private long[] slots = NONE; // of its own from the first execution on: most connections of a pool are idle
    private int generation;
    private boolean autoCommit = true;

    /** Tells of one execution of {@code row}; returns how many this transaction has had of it by now, 0 in autocommit. */
    public int executed(StatementStats row) {
        if (autoCommit) {
            return 0;
        }
        int count = increment(row.number());
        row.addPerTransaction(count);
        return count;
    }

    /** Tells that a transaction was committed or rolled back, or that this failed. */
    public void transactionEnded(boolean failed) {
        autoCommit &= failed;
        begin();
    }

    private void begin() {
        generation++;
        if (generation == GENERATIONS) {
            // before a number is used again, nothing may be left of its last use
            slots = NONE;
            generation = 0;
        }
    }

    /** Tells the connection's mode; a change of it ends the transaction. A new connection is in autocommit. */
    public void setAutoCommit(boolean on) {
        if (on != autoCommit) {
            autoCommit = on;
            begin();
        }
    }

    /** Returns the bytes of its slots: none as long as each execution is a transaction. */
    public long bytes() {
        return slots == NONE ? 0 : 16 + (long) SLOTS * Long.BYTES;
    }

    private int increment(int number) {
        long key = ((long) number << 32) | ((long) generation << COUNT_BITS);
        int start = (number * 0x9E3779B9) >>> 27;
        long[] held = slots;
        int victim = start;
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < PROBES; i++) {
            int index = (start + i) & (SLOTS - 1);
            long slot = held[index];
            int count = (int) slot & MAX_COUNT;
            if ((slot & ~(long) MAX_COUNT) == key) {
                int next = Math.min(count + 1, MAX_COUNT);
                held[index] = key | next;
                return next;
            }
            int worth = isCurrent(slot) ? count : 0;
            if (worth < least) {
                least = worth;
                victim = index;
            }
        }
        if (held == NONE) {
            held = new long[SLOTS];
            slots = held;
        }
        held[victim] = key | 1;
        return 1;
    }

    private boolean isCurrent(long slot) {
        return slot != 0 && ((int) slot >>> COUNT_BITS) == generation;
    }
}
