package dev.tollbooth.internal.table;

import dev.tollbooth.internal.origin.OriginTotals;
import org.jspecify.annotations.Nullable;

/**
 * Counts how often one connection executes each statement within a transaction: where an N+1 shows. In autocommit each
 * execution is a transaction of its own, so nothing is counted here; {@link dev.tollbooth.internal.origin.OriginScope} counts there.
 *
 * <p>A pool or driver below may have switched autocommit off before: a commit or rollback that succeeds says so.
 *
 * <p>It remembers 32 statements at a time; of more in one transaction, those that are repeated least make room, so a
 * count is never too high and may be too low. It keeps row numbers, not rows, but for the row of the open transaction's last
 * statement.
 *
 * <p>It also sees what the application does between two statements: waits of {@value #WAIT_MILLIS} ms and more inside a
 * transaction, and in autocommit loops that execute one statement again and again.
 *
 * <p>For one connection. Not thread-safe: guarded by the table's lock.
 */
public final class TransactionTracker {

    private static final int SLOTS = 32;
    private static final int PROBES = 4;

    private static final long WAIT_MILLIS = 10;
    private static final long WAIT_NANOS = WAIT_MILLIS * 1_000_000;
    /** A loop pauses no longer than this between two executions, or than one of them takes. */
    private static final long LOOP_PAUSE_NANOS = 1_000_000;

    // a slot: row number (32 bits), generation (12), count (20); 0 is free
    private static final int COUNT_BITS = 20;
    private static final int MAX_COUNT = (1 << COUNT_BITS) - 1;
    private static final int GENERATIONS = 1 << 12;

    /** Read only. */
    private static final long[] NONE = new long[SLOTS];

    private long[] slots = NONE; // of its own from the first execution on: most connections of a pool are idle
    private int generation;
    private boolean autoCommit = true;

    /** The open transaction's last statement; null before its first one. */
    private @Nullable StatementStats last;

    private long lastEndNanos;

    // in autocommit, by row numbers: how often the last statement was executed in a row, and what came before that
    private int run;
    private int running;
    private int beforeRun;

    /**
     * Tells of one execution of {@code row}; returns how many this transaction has had of it by now, 0 in autocommit.
     *
     * @param startNanos the ticker's reading at its begin
     */
    public int executed(StatementStats row, long startNanos, long elapsedNanos) {
        long pause = startNanos - lastEndNanos;
        lastEndNanos = startNanos + elapsedNanos;
        if (autoCommit) {
            executedInAutoCommit(row, pause, elapsedNanos);
            return 0;
        }
        StatementStats before = last;
        last = row;
        int count = increment(row.number());
        row.addPerTransaction(count);
        if (before != null) {
            if (count == 1) {
                row.precededBy(before.number());
            }
            if (pause >= WAIT_NANOS) {
                before.addWait(pause, row.number());
            }
        }
        return count;
    }

    private void executedInAutoCommit(StatementStats row, long pause, long elapsedNanos) {
        int number = row.number();
        if (number != running || pause > Math.max(LOOP_PAUSE_NANOS, elapsedNanos)) {
            beforeRun = running;
            running = number;
            run = 0;
        }
        run++;
        if (run >= OriginTotals.REPEATED) {
            row.addLoop(run, beforeRun);
        }
    }

    /** Tells that reading a result set has taken so long, since the last execution. */
    public void read(long nanos) {
        lastEndNanos += nanos;
    }

    /**
     * Tells that a transaction was committed or rolled back, or that this failed.
     *
     * @param startNanos the ticker's reading when that began
     */
    public void transactionEnded(boolean failed, long startNanos) {
        autoCommit &= failed;
        StatementStats before = last;
        if (before != null && startNanos - lastEndNanos >= WAIT_NANOS) {
            before.addWait(startNanos - lastEndNanos, 0);
        }
        begin();
    }

    private void begin() {
        last = null;
        run = 0;
        running = 0;
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

    /**
     * How applications use one statement, where that is worth advice: loops in autocommit, waits inside transactions, and how
     * result sets are read. A row has one only after the first such use.
     *
     * <p>Not thread-safe: part of a {@link Totals}.
     */
    static final class Habits {

        /** Loops in autocommit, and the executions within them. */
        long loops;

        long looped;
        /** Pauses of the application after this statement, inside its transaction. */
        long waits;

        long waitedNanos;
        long longestWaitNanos;
        /** The number of the row that was executed after the longest wait; 0: the transaction ended. */
        int afterLongestWait;
        /** Calls that fetched rows. */
        long fetches;
        /** Result sets that were closed before their end. */
        long cutShort;

        Habits copy() {
            Habits copy = new Habits();
            copy.add(this);
            return copy;
        }

        /** Counts the execution that made a loop {@code run} long. */
        void loop(int run) {
            boolean begins = run == OriginTotals.REPEATED;
            loops += begins ? 1 : 0;
            looped += begins ? run : 1;
        }

        /** Counts a wait that the statement in row {@code next} has ended. */
        void waited(long nanos, int next) {
            waits++;
            waitedNanos += nanos;
            if (nanos > longestWaitNanos) {
                longestWaitNanos = nanos;
                afterLongestWait = next;
            }
        }

        void add(Habits other) {
            loops += other.loops;
            looped += other.looped;
            waits += other.waits;
            waitedNanos += other.waitedNanos;
            if (other.longestWaitNanos > longestWaitNanos) {
                longestWaitNanos = other.longestWaitNanos;
                afterLongestWait = other.afterLongestWait;
            }
            fetches += other.fetches;
            cutShort += other.cutShort;
        }
    }
}
