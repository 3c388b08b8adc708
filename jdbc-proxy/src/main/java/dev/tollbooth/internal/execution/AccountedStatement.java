package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.advice.SampledUses;
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
 * <p>As thread-safe as the driver's statement. Counts are exact even if several threads share a statement. Only rows
 * read may then be attributed to the wrong execution.
 */
public abstract class AccountedStatement implements Cancellable {

    public final StatementFunnel funnel;

    /** The account of the last execution: a hint for the next one, and the account of its results. */
    @Nullable
    public Account account;

    /** The number of the last execution's origin, 0 for none. */
    int origin;

    /** Whether the request units of the last execution and its result set are collected. */
    boolean collected;

    /** The state of the server's report about the last execution's cost; null if no cost is expected. */
    ServerCosts.@Nullable Reported cost;

    /** The digest of the texts added to the next batch; null if there are none. */
    private @Nullable BatchDigest batch;

    /** Whether the next batch has a statement. */
    private boolean added;

    /** Whether the last batch failed, in which case some drivers have cleared it. */
    private boolean batchFailed;

    /** Whether the application has the driver's own statement, and may add to the batch there. */
    private boolean unwrapped;

    /**
     * Whether the last result set of {@link #account} had no fetch size, and none was set since, so that results come
     * as a whole.
     */
    public boolean comesWhole;

    /**
     * The estimated bytes of the result set until they are counted. Below 0 afterwards: the counted bytes that no
     * getter has returned yet, negated.
     */
    public long buffered;

    /** Whether the driver did not report all rows that the last execution affected. */
    private boolean rowsUnknown;

    /** Whether the application moved to a later result without rows, and has not asked for its count yet. */
    private boolean laterUntold;

    /** The bytes that the last execution allocated on the client, or {@link ClientBytes#NOT_READ}. */
    long clientBytes = ClientBytes.NOT_READ;

    /** The calls that fetched rows; null before the first. */
    @Nullable
    Fetches fetches;

    /** The samples of columns read, if the result that opens next is sampled; null if not. */
    public SampledUses.@Nullable Use sampled;

    /** The state of explaining the last execution; null without a plan source. */
    Explaining.@Nullable State explain;

    protected AccountedStatement(StatementFunnel funnel) {
        this.funnel = funnel;
    }

    /** Returns the driver's statement. */
    protected abstract Statement driverStatement();

    /** Returns the driver's connection. */
    protected abstract Connection driverConnection();

    /**
     * Returns the digest of an execution of {@code sql}, or of the batch; null for an empty batch, which executes
     * nothing.
     */
    protected @Nullable TextDigest digest(CallKind method, String sql) {
        if (!method.isBatch()) {
            return funnel.digest(sql);
        }
        BatchDigest texts = batch;
        return isBatchEmpty() ? null : texts == null ? funnel.digest(sql) : texts.digest();
    }

    /** Adds the digest of {@code sql} to the digest of the next batch. */
    protected final void addedToBatch(String sql) {
        addedToBatch();
        BatchDigest texts = batch == null || batchFailed ? new BatchDigest() : batch;
        batchFailed = false;
        texts.add(funnel.digest(sql));
        batch = texts;
    }

    /** Records that the next batch is not empty. */
    protected final void addedToBatch() {
        added = true;
    }

    /** Begins the next batch. */
    protected final void forgetBatch() {
        batch = null;
        added = false;
    }

    /** Records that a batch failed, so that its statements may or may not remain. */
    protected final void batchFailed() {
        batchFailed = true;
    }

    /** Records that the application may use the driver's own statement, which this proxy does not see. */
    protected final void unwrapped() {
        unwrapped = true;
    }

    /** Returns whether the next batch is empty. */
    protected final boolean isBatchEmpty() {
        return !added && !unwrapped;
    }

    /** Counts the rows read so far and drops the open result sets, which the driver closes with the next execution. */
    protected abstract void endFetches();

    /** Returns the prepared text, empty for a plain statement. */
    protected String preparedSql() {
        return "";
    }

    /** Keeps the parameters of the next execution, if possible. */
    protected void keepParameters() {
        // a plain statement has none
    }

    /** Returns the kept parameters of the last execution and forgets them; null if there are none. */
    protected @Nullable BoundParameters takeParameters() {
        return null;
    }

    /**
     * Returns a hash of the bound parameters, and records parameters from now on; {@link
     * dev.tollbooth.internal.observe.KeptParameters#UNKNOWN} if they were not recorded.
     */
    public long parameterHash() {
        return 0; // a plain statement has none
    }

    /** Stops the recording that {@link #parameterHash} began, because nobody asks for the hashes. */
    protected void forgetParameterHashes() {
        // there are none
    }

    /** Counts the rows affected by a later result, once the application has moved to it. */
    protected final void cameToLater(boolean hasRows) {
        endLater();
        if (!hasRows) {
            long rows = OutcomeReader.updateCount(driverStatement(), funnel.traits);
            laterUntold = rows < 0;
            affectedLater(Math.max(0, rows));
        }
    }

    /** Counts the rows affected by a later result when the application asks for them. */
    protected final void toldLater(long updateCount) {
        if (laterUntold) {
            laterUntold = false;
            affectedLater(OutcomeReader.ofUpdateCount(updateCount));
        }
    }

    /**
     * Counts the current further result (after {@code getMoreResults}) as rows unknown, if the application never asked
     * for its update count.
     */
    protected final void endLater() {
        if (laterUntold) {
            laterUntold = false;
            affectedLater(OutcomeReader.UNKNOWN);
        }
    }

    private void affectedLater(long rows) {
        if (rows >= 0 || !rowsUnknown) { // the execution counts once as one with unknown rows
            rowsUnknown |= rows < 0;
            funnel.affectedLater(account, rows);
        }
    }

    /**
     * Stores account and figures of the ended execution. A result set is assumed to hold the last measured bytes of the
     * account, or 0 unless {@code resultsAreBuffered}.
     *
     * @param rows the rows affected, below 0 if the driver did not report all of them
     * @param bytes the bytes that the execution allocated, or {@link ClientBytes#NOT_READ}
     * @param affected the result of {@link OutcomeReader#affected}
     */
    final void ended(Account counted, long rows, long bytes, long affected, boolean resultsAreBuffered) {
        if (rowsUnknown != rows < 0) {
            rowsUnknown = rows < 0;
        }
        Account before = account;
        if (before != counted) {
            if (before != null) {
                comesWhole &= before.digest() == counted.digest();
            }
            account = counted;
        }
        if (bytes != ClientBytes.NOT_READ) {
            counted.readClientBytes(bytes);
        }
        if (OutcomeReader.mayHaveRows(affected)) {
            clientBytes = bytes;
            buffered = resultsAreBuffered ? counted.lastClientBytes() : 0;
        }
    }

    /**
     * Returns the change of the estimated buffered bytes after getters have returned {@code size} more bytes. The first
     * result for a result set is the bytes that getters have not returned. Later results are the newly returned bytes,
     * negated.
     */
    final long beyondGetters(long size) {
        long held = buffered;
        long left = Math.abs(held);
        long covered = Math.min(left, size);
        buffered = covered - left;
        return Math.max(0, held) - covered;
    }

    /** Adds a call that may have fetched, begun at {@code startNanos} with {@link ClientBytes#beginFetch}. */
    public final void fetched(long startNanos, long allocated) {
        Fetches calls = fetches;
        if (calls == null) {
            calls = new Fetches();
            fetches = calls;
        }
        long bytes = funnel.clientBytes.since(allocated);
        calls.add(funnel.nanoTime() - startNanos, bytes);
    }

    /** Returns the time of the calls that fetched since rows were counted last. */
    public final long fetchNanos() {
        return fetches == null ? 0 : fetches.nanos();
    }

    /** Returns whether there is more to count than rows and bytes of getters. */
    public final boolean hasUncounted() {
        return buffered > 0 || (fetches != null && fetches.nanos() != 0);
    }

    /** Counts a missing cost as unknown, because no more responses will come. */
    final void endCost() {
        if (cost != null && funnel.serverCosts != null) {
            funnel.serverCosts.drained(this, true);
        }
    }

    /** Returns whether costs of the last execution may come with its rows. */
    public final boolean awaitsCost() {
        return cost != null;
    }

    /**
     * Reads costs that came with {@code rows}, the driver's result set, at its end or when it is about to be closed.
     *
     * @param ended whether a result of the last execution was read to its end
     */
    public final void readCosts(ResultSet rows, boolean ended) {
        if (cost != null && funnel.serverCosts != null) {
            funnel.serverCosts.fetched(this, rows, ended);
        }
    }

    /** Ends the work on the last execution, whose results are closed: its cost, and its plan if that is due. */
    public final void resultsClosed() {
        endCost();
        if (funnel.explaining != null) {
            funnel.explaining.explain(this);
        }
    }
}
