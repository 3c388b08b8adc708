package dev.tollbooth.internal.table;

import dev.tollbooth.internal.origin.OriginTotals;
import dev.tollbooth.statement.Sha256;
import org.jspecify.annotations.Nullable;

/**
 * A counter of how often one connection executes each statement within a transaction. A high count reveals an N+1. In
 * autocommit it counts nothing, because each execution is a transaction; {@link
 * dev.tollbooth.internal.origin.OriginScope} counts there.
 *
 * <p>A pool or driver below may have switched autocommit off earlier. A successful commit or rollback shows that
 * autocommit is off.
 *
 * <p>It remembers 32 statements at a time; in a larger transaction, the least repeated statements are replaced, so a
 * count may be too low but never too high. It keeps row numbers instead of rows, except the row of the last statement.
 *
 * <p>It also notices waits of {@value #WAIT_MILLIS} ms and more between two statements of a transaction, and loops in
 * autocommit that repeat one statement.
 *
 * <p>An instance serves one connection. Not thread-safe: guarded by the table's lock.
 */
public final class TransactionTracker {

    private static final int SLOTS = 32;
    private static final int PROBES = 4;

    private static final long WAIT_MILLIS = 10;
    private static final long WAIT_NANOS = WAIT_MILLIS * 1_000_000;
    /** The longest pause before an execution that continues a loop, unless the execution itself takes longer. */
    private static final long LOOP_PAUSE_NANOS = 1_000_000;

    // a slot: row number (32 bits), generation (12), count (20); 0 is free
    private static final int COUNT_BITS = 20;
    private static final int MAX_COUNT = (1 << COUNT_BITS) - 1;
    private static final int GENERATIONS = 1 << 12;

    /** The empty slots; never written. */
    private static final long[] NONE = new long[SLOTS];

    private long[] slots = NONE; // allocated at the first execution, because most connections of a pool are idle
    private int generation;
    private boolean autoCommit = true;

    /** The last statement of the open transaction; null before its first one. */
    private @Nullable StatementStats last;

    private long lastEndNanos;

    // in autocommit, by row numbers: the length of the current loop, and the statement before it
    private int run;
    private int running;
    private int beforeRun;

    /**
     * Counts one execution of {@code row}; returns how often this transaction has executed the statement so far, 0 in
     * autocommit.
     *
     * @param startNanos the ticker's reading at the begin of the execution
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

    /** Moves the end of the last execution by the time of reading a result set, because reading is no pause. */
    public void read(long nanos) {
        lastEndNanos += nanos;
    }

    /**
     * Ends a transaction after a commit or rollback, even if that call failed.
     *
     * @param startNanos the ticker's reading at the begin of that call
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
            // before a number is reused, no trace of its last use may remain
            slots = NONE;
            generation = 0;
        }
    }

    /** Sets the connection's mode; a change ends the transaction. A new connection is in autocommit. */
    public void setAutoCommit(boolean on) {
        if (on != autoCommit) {
            autoCommit = on;
            begin();
        }
    }

    /** Returns the bytes of the slots; 0 while none are allocated. */
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
     * The ways in which the application uses one statement, as far as advice needs them: loops in autocommit, waits
     * inside transactions, and the reading of result sets. A row gets this object with the first such use.
     *
     * <p>Not thread-safe: part of a {@link Totals}.
     */
    static final class Habits {

        /** The number of loops in autocommit, and of executions in them. */
        long loops;

        long looped;
        /** The number of waits of the application after this statement, inside its transaction. */
        long waits;

        long waitedNanos;
        long longestWaitNanos;
        /** The number of the row that was executed after the longest wait; 0 if the transaction ended. */
        int afterLongestWait;
        /** The number of calls that fetched rows. */
        long fetches;
        /** The number of result sets that were closed before their end. */
        long cutShort;

        /** The last known plan, the one before it, and when the last one was first seen; null if unknown. */
        @Nullable
        Sha256 plan;

        @Nullable
        Sha256 planBefore;

        long planNanos;

        Habits copy() {
            Habits copy = new Habits();
            copy.add(this);
            return copy;
        }

        /** Records the plan of an execution. A plan that equals one of the last two is not new. */
        void ranBy(Sha256 known, long nanos) {
            if (!known.equals(plan) && !known.equals(planBefore)) {
                planBefore = plan;
                plan = known;
                planNanos = nanos;
            }
        }

        /** Counts an execution that is the {@code run}th of a loop. */
        void loop(int run) {
            boolean begins = run == OriginTotals.REPEATED;
            loops += begins ? 1 : 0;
            looped += begins ? run : 1;
        }

        /** Counts a wait that ended with the statement in row {@code next}. */
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
            if (plan == null) {
                plan = other.plan;
                planBefore = other.planBefore;
                planNanos = other.planNanos;
            }
        }
    }
}
