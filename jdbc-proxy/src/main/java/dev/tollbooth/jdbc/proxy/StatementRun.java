package dev.tollbooth.jdbc.proxy;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.session.CellTally;
import dev.tollbooth.accounting.session.Execution;
import dev.tollbooth.accounting.session.RuCell;
import dev.tollbooth.accounting.statement.SchemaStatements;
import dev.tollbooth.accounting.statement.StatementStats;
import java.sql.ResultSet;
import org.jspecify.annotations.Nullable;

/**
 * What one statement executes, and what is known of its last execution: the part of it that each execution writes, made
 * for the first one; the next statement takes it when this one is closed.
 *
 * <p>Thread-safety: as the driver's statement, {@link Execution} apart.
 */
abstract class StatementRun extends Execution {

    /** After as many executions of one row in turn a statement gets a tally, and after as many beside it another. */
    private static final int REPETITIONS = 8;

    private static final int REPETITIONS_FOR_ANOTHER = 64;

    private final StatementFunnel funnel;

    /** Whether the last execution's request units are collected, and so those of its result set. */
    boolean collected;

    /** Whether a cursor was handed out: some drivers' can be read when the statement is closed. */
    boolean lent;

    /** The Flight Recorder's event of what runs, null while no recording asks for it. */
    @Nullable
    Object event;

    /** What the thread had allocated when what runs began; {@link ClientBytes#NOT_READ} where it is not read. */
    long allocatedAtBegin;

    /** What a batch that has just ended returned, until its cost is read. */
    @Nullable
    Object batchCounts;

    /** Which plan the last execution runs in, and of what statement that is: a hint, checked at each use. */
    @Nullable
    PlanEntry planEntry;

    @Nullable
    Digest planEntryOf;

    /** The last execution, while it is to be explained. */
    @Nullable
    PendingPlan pendingPlan;

    /** The row of the last execution: a hint, checked at each use. The next statement has it too, often of the same text. */
    private @Nullable StatementStats row;

    /** What counts the executions of one row and cell before they are added there; null until there were some in turn. */
    private @Nullable CellTally tally;

    /** Whether the last execution is counted in {@link #tally}, and so is what is read of its result sets. */
    boolean isTallied;

    /** How often {@link #row} was executed beside the tally: a hint, plain on purpose. */
    private int repetitions;

    /** The result sets that are not closed yet, the newest first, linked by {@link ResultSetProxy#older}. */
    private @Nullable ResultSetProxy newest;

    /** The generated keys that were asked for last, null once the statement has executed again. */
    private @Nullable ResultSetProxy keys;

    /** Bytes that the result set is taken to hold; below 0, those that are credited and no getter has returned. */
    long buffered;

    /** What the last execution made the client hold, in bytes; {@link ClientBytes#NOT_READ} where it was not read. */
    long clientBytes = ClientBytes.NOT_READ;

    /** Of its fetches, what is not in {@link #clientBytes} yet. */
    long fetchedClientBytes;

    /** How many executions the last reading stands for. */
    int clientBytesWeight;

    StatementRun(StatementProxy statement) {
        super(statement.funnel.session(), statement);
        this.funnel = statement.funnel;
    }

    /** Whether nothing runs by this, no result set is open, and no cursor may be read that outlives the statement. */
    final boolean isUnused() {
        return newest == null && !lent && isIdle();
    }

    /** Claims this for an execution of {@code by}: one that is its own, or that no statement has. */
    final boolean claimFor(StatementProxy by) {
        if (!claim()) {
            return false;
        }
        try {
            if (isOf(by) || takeFor(by)) {
                return true;
            }
        } catch (Throwable t) {
            funnel.failures.owed++;
            funnel.failures.unleft = this;
            throw t;
        }
        leave();
        return false;
    }

    private boolean takeFor(StatementProxy by) {
        if (!isOf(null) || newest != null || lent) {
            return false;
        }
        clear();
        moveTo(by);
        return true;
    }

    /** Leaves this to the next statement that claims it; by its own, when that is closed and {@link #isUnused}. */
    final void letGo() {
        moveTo(null);
    }

    /** Returns the row of {@code digest} if the last execution was of it, which may have left the table since; else null. */
    final @Nullable StatementStats row(Digest digest, SchemaStatements schema) {
        StatementStats last = row;
        return last != null && last.counts(digest, schema) ? last : null;
    }

    final void keepRow(StatementStats found) {
        row = found;
        repetitions = 0;
    }

    /** Returns the tally of executions of {@code digest} in {@code cell}; null where there is none. */
    final @Nullable CellTally tally(Digest digest, SchemaStatements schema, @Nullable RuCell cell) {
        CellTally own = tally;
        return own != null && own.isOf(digest, schema, cell) ? own : null;
    }

    /** Returns the tally of the last execution if that was of {@code digest} and is counted there; else null. */
    final @Nullable CellTally lastTally(Digest digest) {
        CellTally own = isTallied ? tally : null;
        return own != null && own.isOf(digest) ? own : null;
    }

    /** Returns whether the row has been executed so often in turn without a tally that one is worth its memory. */
    final boolean isRepeated() {
        repetitions++;
        return repetitions >= (tally == null ? REPETITIONS : REPETITIONS_FOR_ANOTHER);
    }

    /** Returns the tally that {@code opened} takes the place of, null if there was none. */
    final @Nullable CellTally exchangeTally(CellTally opened) {
        CellTally before = tally;
        tally = opened;
        repetitions = 0;
        return before;
    }

    /** Forgets what the last execution left; what of that the next one checks anyway stays. */
    private void clear() {
        collected = false;
        isTallied = false;
        batchCounts = null;
        planEntry = null;
        planEntryOf = null;
        pendingPlan = null;
        buffered = 0;
        clientBytes = ClientBytes.NOT_READ;
        fetchedClientBytes = 0;
    }

    /**
     * Returns what makes of {@code size} bytes more that getters returned an increment of the larger of both: all that they
     * have returned, and what the driver holds.
     */
    final long beyondGetters(long size) {
        long held = buffered;
        long left = Math.abs(held);
        long covered = Math.min(left, size);
        buffered = covered - left;
        return Math.max(0, held) - covered;
    }

    /** Returns the proxy of {@code rows}, a result set of {@code statement}'s last execution: one while it is open. */
    final ResultSetProxy results(ResultSet rows, StatementProxy statement) {
        ResultSetProxy open = newest;
        while (open != null && open.delegate != rows) {
            open = open.older;
        }
        return open == null ? opened(rows, statement) : open;
    }

    private ResultSetProxy opened(ResultSet rows, StatementProxy statement) {
        ConnectionProxy connection = statement.connection;
        ResultSetProxy result = connection.factory.resultSet(rows, connection, statement, statement.lastDigest);
        result.older = newest;
        newest = result;
        Explaining explaining = funnel.explaining;
        if (explaining != null) {
            explaining.resultOpened();
        }
        return result;
    }

    /** Returns the proxy of {@code rows}, the keys that {@code statement}'s last execution has generated: one, too. */
    final ResultSetProxy keys(ResultSet rows, StatementProxy statement) {
        ResultSetProxy known = keys;
        if (known == null || known.delegate != rows) {
            ConnectionProxy connection = statement.connection;
            known = connection.factory.resultSet(rows, connection, statement, null);
            keys = known;
        }
        return known;
    }

    /** Credits the rows read so far and forgets the open result sets: the driver closes them with what comes next. */
    final void endFetches() {
        if (keys != null) {
            keys = null;
        }
        ResultSetProxy open = newest;
        if (open != null) {
            newest = null;
            for (; open != null; open = open.older) {
                open.endFetch();
                resultClosed();
            }
        }
    }

    final void forget(ResultSetProxy closed) {
        ResultSetProxy open = newest;
        if (open == closed) {
            newest = closed.older;
            resultClosed();
            return;
        }
        for (; open != null; open = open.older) {
            if (open.older == closed) {
                open.older = closed.older;
                resultClosed();
                return;
            }
        }
    }

    private void resultClosed() {
        Explaining explaining = funnel.explaining;
        if (explaining != null) {
            explaining.resultClosed();
        }
    }
}
