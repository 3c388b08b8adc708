package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.digest.BatchDigest;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.journal.Account;
import dev.tollbooth.internal.journal.Cancellable;
import dev.tollbooth.internal.plan.BoundParameters;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * The funnel's view of a statement and of its last execution.
 *
 * <p>Thread-safety: as the driver's statement. Counts are exact even if several threads share a statement. Only rows read may then be attributed to the wrong execution.
 */
public abstract class AccountedStatement implements Cancellable {

    public final StatementFunnel funnel;

    /** The account of the last execution: a hint for the next one, and the account of its results. */
    @Nullable
    public Account account;

    /** The number of the last execution's origin, 0 where it has none. */
    int origin;

    /** Whether the last execution's request units are collected, and so those of its result set. */
    boolean collected;

    /** The cost that the server has told of the last execution. */
    ServerCosts.Reported cost = ServerCosts.Reported.NOTHING;

    /** The texts that were added to the next batch; null if none was. */
    private @Nullable BatchDigest batch;

    /** Whether something was added to the next batch. */
    private boolean added;

    /** Whether the last batch failed: some drivers have cleared it then. */
    private boolean batchFailed;

    /** Whether the application has the driver's own statement, and may add to the batch there. */
    private boolean unwrapped;

    /** Whether the last result set of {@link #account} had no fetch size, and none was set since. */
    public boolean comesWhole;

    /** Bytes that the result set is taken to hold; below 0, those that are credited and no getter has returned. */
    public long buffered;

    /** Whether the driver did not say all rows that the last execution affected. */
    private boolean rowsUnknown;

    /** Whether the application has come to a later result without rows, whose count it is told when it asks the driver. */
    private boolean laterUntold;

    /** The bytes that the last execution allocated on the client; {@link ClientBytes#NOT_READ} where it was not read. */
    long clientBytes = ClientBytes.NOT_READ;

    /** The bytes of its fetches that are not in {@link #clientBytes} yet. */
    long fetchedClientBytes;

    /** The explaining of the last execution; null if nobody explains. */
    Explaining.@Nullable State explain;

    protected AccountedStatement(StatementFunnel funnel) {
        this.funnel = funnel;
    }

    /** Returns the driver's statement. */
    protected abstract Statement driverStatement();

    /** Returns the driver's connection. */
    protected abstract Connection driverConnection();

    /** Returns the digest that an execution of {@code sql}, or of the batch, is accounted under. */
    protected TextDigest digest(CallKind method, String sql) {
        BatchDigest texts = method == CallKind.BATCH || method == CallKind.LARGE_BATCH ? batch : null;
        return texts == null ? funnel.digest(sql) : texts.digest();
    }

    /** Has the digest of the next batch be of {@code sql} too. */
    protected final void addedToBatch(String sql) {
        addedToBatch();
        BatchDigest texts = batch == null || batchFailed ? new BatchDigest() : batch;
        batchFailed = false;
        texts.add(funnel.digest(sql));
        batch = texts;
    }

    /** Notes that the next batch is not empty. */
    protected final void addedToBatch() {
        added = true;
    }

    /** The next batch begins. */
    protected final void forgetBatch() {
        batch = null;
        added = false;
    }

    /** Statements of the failed batch may still be in it, or not. */
    protected final void batchFailed() {
        batchFailed = true;
    }

    /** The application may do by the driver's own statement what this one does not see. */
    protected final void unwrapped() {
        unwrapped = true;
    }

    /** Whether a call executes nothing: a batch that nothing was added to. */
    final boolean isEmpty(CallKind method) {
        return (method == CallKind.BATCH || method == CallKind.LARGE_BATCH) && !added && !unwrapped;
    }

    /** Counts the rows read so far and forgets the open result sets: the driver closes them with what comes next. */
    protected abstract void endFetches();

    /** Returns the text that this was prepared from, empty if it was not. */
    protected String preparedSql() {
        return "";
    }

    /** Keeps the parameters of the next execution, where they can be kept. */
    protected void keepParameters() {
        // there are none
    }

    /** Returns what was kept of the execution that has ended, and keeps no more; null if nothing was. */
    protected @Nullable BoundParameters takeParameters() {
        return null;
    }

    /**
     * Returns one hash of what is bound, and sees to it that what is bound from now on is known;
     * {@link dev.tollbooth.internal.observe.ParameterHashes#UNKNOWN} where it was not seen.
     */
    public long parameterHash() {
        return 0; // there are none
    }

    /** Counts the rows affected that a later result says, once the application has come to it. */
    protected final void cameToLater(boolean hasRows) {
        endLater();
        if (!hasRows) {
            long rows = funnel.rowsOfLater(this);
            laterUntold = rows < 0;
            affectedLater(Math.max(0, rows));
        }
    }

    /** Counts the rows affected of a later result as the application is told them. */
    protected final void toldLater(long updateCount) {
        if (laterUntold) {
            laterUntold = false;
            affectedLater(OutcomeReader.ofUpdateCount(updateCount));
        }
    }

    /** Counts the current further result (after {@code getMoreResults}) as rows unknown, if the application never asked for its update count. */
    protected final void endLater() {
        if (laterUntold) {
            laterUntold = false;
            affectedLater(OutcomeReader.UNKNOWN);
        }
    }

    private void affectedLater(long rows) {
        if (rows >= 0 || !rowsUnknown) { // an execution counts once as one of which not all is known
            rowsUnknown |= rows < 0;
            funnel.affectedLater(account, rows);
        }
    }

    /**
     * Notes what the execution that has ended was counted to.
     *
     * @param rows affected, below 0 where the driver did not say all of them
     */
    final void countedTo(Account counted, long rows) {
        if (rowsUnknown != rows < 0) {
            rowsUnknown = rows < 0;
        }
        Account before = account;
        if (before != counted) {
            comesWhole &= before != null && before.digest() == counted.digest();
            account = counted;
        }
    }

    /**
     * Returns what makes of {@code size} bytes more that getters returned an increment of the larger of both: all that they
     * have returned, and what the driver holds.
     */
    final long beyondGetters(long size) {
        long held = buffered;
        if (held == 0) {
            return 0;
        }
        long left = Math.abs(held);
        long covered = Math.min(left, size);
        buffered = covered - left;
        return Math.max(0, held) - covered;
    }

    /** Reads the cost that is open still: it comes now or, where all is {@code closed}, never. */
    public final void endCost(boolean closed) {
        ServerCosts costs = funnel.serverCosts;
        if (cost == ServerCosts.Reported.OPEN && costs != null) {
            costs.drained(this, closed);
        }
    }

    /** Reads what came with {@code rows}, the driver's: a fetch may have brought what another execution cost. */
    public final void readCosts(ResultSet rows) {
        ServerCosts costs = funnel.serverCosts;
        if (cost == ServerCosts.Reported.LATER && costs != null) {
            costs.fetched(rows);
        }
    }

    /** Has the last execution explained, if that is to be. */
    public final void explainLast() {
        Explaining explaining = funnel.explaining;
        if (explaining != null) {
            explaining.explain(this);
        }
    }

    /** Counts a result set as open: until it is closed, nothing is explained on this connection. */
    protected final void resultOpened() {
        Explaining explaining = funnel.explaining;
        if (explaining != null) {
            explaining.resultOpened();
        }
    }

    protected final void resultClosed() {
        Explaining explaining = funnel.explaining;
        if (explaining != null) {
            explaining.resultClosed();
        }
    }
}
