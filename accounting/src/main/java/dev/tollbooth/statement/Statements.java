package dev.tollbooth.statement;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The figures of all statements, by schema and digest. One row without digest counts the executions of all statements
 * without a row of their own.
 *
 * <p>However many statements there are, and whatever is evicted, the sum of the rows' counts is the number of
 * executions since the last {@link #reset}. The result of a call includes every execution that ended before the call. A
 * call waits for a lock of the table for ten seconds at most, and then throws an {@link IllegalStateException} that
 * names the thread which holds the lock. Thread-safe.
 */
public interface Statements {

    /** {@return all rows that have counted an execution, in no order, including the row without digest} */
    List<StatementSnapshot> list();

    /**
     * {@return one row; null if there is none or it has counted nothing}
     *
     * @param schema the schema; null for connections without one
     * @param digest the hash of the normalized text
     */
    @Nullable
    StatementSnapshot find(@Nullable String schema, Sha256 digest);

    /**
     * {@return the rows of a digest, one for each schema that has counted it}
     *
     * @param digest the hash of the normalized text
     */
    List<StatementSnapshot> find(Sha256 digest);

    /** {@return the latencies of all executions since {@link #resetGlobal} or {@link #resetEvents}} */
    HistogramSnapshot global();

    /**
     * {@return the events of {@code kind} since {@link #resetEvents}}
     *
     * @param kind the kind: statements, commits, rollbacks or connects
     */
    EventSnapshot event(EventKind kind);

    /** {@return the number of executions since the instance was made; a truncation does not change it} */
    long executions();

    /**
     * {@return the number of executions that were counted in the row without digest, because there was no room; a
     * truncation does not change it}
     */
    long lost();

    /**
     * {@return the number of executions whose row was folded into the row without digest; a truncation does not change
     * it}
     */
    long folded();

    /** {@return the number of truncations, by which readers notice a truncation between two readings} */
    long epoch();

    /** {@return the number of rows with a digest: at most {@code tollbooth.digests.size}} */
    int size();

    /**
     * Removes all rows with their histograms, as TRUNCATE of the summary by digest does. A new row without digest
     * begins at 0.
     */
    void reset();

    /** Sets the histograms of all rows to 0, as TRUNCATE of the histograms by digest does; all other figures stay. */
    void resetHistograms();

    /** Sets the global histogram to 0, as TRUNCATE of the global histogram does; all other figures stay. */
    void resetGlobal();

    /**
     * Sets all events and the global histogram to 0, as TRUNCATE of the summary by event name does; all other figures
     * stay.
     */
    void resetEvents();
}
