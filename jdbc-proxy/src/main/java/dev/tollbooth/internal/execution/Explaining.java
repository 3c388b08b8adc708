package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.journal.Session;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.plan.BoundParameters;
import dev.tollbooth.internal.plan.PlanBook;
import dev.tollbooth.internal.plan.PlanEntry;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.internal.topru.HashedTexts;
import dev.tollbooth.spi.Plan;
import dev.tollbooth.spi.PlanReader;
import dev.tollbooth.statement.Sha256;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A task that asks for the plans of one connection's executions, once per statement and interval, if that disturbs
 * nothing.
 *
 * <p>It asks for the plan in the application's thread, after the execution has ended and its result set is closed. It
 * waits for another execution if request units are not collected, a result set is open, another statement runs, or the
 * transaction has failed. Thread-safe: the state of an execution is in its statement.
 */
public final class Explaining {

    /**
     * An execution to be explained when its result set is closed.
     *
     * @param parameters the bound parameters, null for a plain statement
     */
    private record Pending(
            PlanEntry entry, String sql, @Nullable BoundParameters parameters) {}

    /** The state of explaining one statement. Not thread-safe, like the statement. */
    static final class State {

        /** The plan of the statement with the digest {@link #entryOf}: a hint that is checked at each use. */
        private @Nullable PlanEntry entry;

        private @Nullable TextDigest entryOf;

        /** The last execution, if it is to be explained. */
        private @Nullable Pending pending;
    }

    private static final int MAX_SQL = 65_536;

    private final PlanBook book;
    private final PlanReader reader;
    private final String keyspace;
    private final HashedTexts<String> plans;
    private final SessionRegistry sessions;
    private final Session session;
    private final Ticker ticker;
    private final Failures failures;
    private final AtomicInteger openResults = new AtomicInteger();
    /** Whether an execution has failed since the last transaction ended. */
    private volatile boolean failed;

    Explaining(AccountingContext instruments, Session session, String keyspace, PlanReader reader) {
        this.book = instruments.costs().planBook();
        this.reader = reader;
        this.keyspace = keyspace;
        this.plans = instruments.costs().plans();
        this.sessions = instruments.sessions();
        this.session = session;
        this.ticker = instruments.ticker();
        this.failures = instruments.failures();
    }

    /** Returns the plan that executions of {@code digest} are assumed to have. */
    Sha256 plan(AccountedStatement statement, TextDigest digest) {
        return entry(statement, digest).plan();
    }

    private PlanEntry entry(AccountedStatement statement, TextDigest digest) {
        State state = state(statement);
        PlanEntry last = state.entry;
        if (last != null && state.entryOf == digest && !last.isRetired()) {
            return last;
        }
        PlanEntry found = isExplainable(digest.text()) ? book.entry(keyspace, digest, ticker.nanoTime()) : book.never();
        state.entry = found;
        state.entryOf = digest;
        return found;
    }

    private static State state(AccountedStatement statement) {
        State known = statement.explain;
        if (known == null) {
            known = new State();
            statement.explain = known;
        }
        return known;
    }

    /** Handles a new prepared statement, which keeps its parameters if its first execution is to be explained. */
    public void prepared(AccountedStatement statement) {
        try {
            if (sessions.isCollecting()) {
                TextDigest digest = statement.digest(CallKind.PREPARED_EXECUTE, statement.preparedSql());
                if (digest != null && entry(statement, digest).isDue(ticker.nanoTime())) {
                    statement.keepParameters();
                }
            }
        } catch (Throwable t) {
            failures.caught(Place.BEGIN, t);
        }
    }

    /**
     * Handles the end of an execution. If the execution is to be explained, it is kept until its result set is closed.
     */
    void ended(
            AccountedStatement statement,
            TextDigest digest,
            String text,
            boolean resultOpen,
            boolean failure,
            long nowNanos) {
        State state = state(statement);
        state.pending = null;
        failed |= failure;
        BoundParameters bound = statement.takeParameters();
        PlanEntry entry = entry(statement, digest);
        if (failure || !entry.isDue(nowNanos)) {
            return;
        }
        String sql = text.isEmpty() ? statement.preparedSql() : text;
        if (!isOne(sql)) {
            return;
        }
        if (statement.preparedSql().isEmpty()) {
            state.pending = new Pending(entry, sql, null);
        } else if (bound == null) {
            // the parameters of the next execution will be complete
            statement.keepParameters();
        } else if (bound.isComplete()) {
            state.pending = new Pending(entry, sql, bound);
        }
        if (!resultOpen) {
            explain(statement);
        }
    }

    /** Explains the last execution, if it is due and the connection is quiet. */
    public void explain(AccountedStatement statement) {
        State state = state(statement);
        Pending pending = state.pending;
        if (pending == null) {
            return;
        }
        state.pending = null;
        try {
            if (isQuiet(statement.driverConnection()) && pending.entry().claim(ticker.nanoTime())) {
                Plan plan = ask(pending);
                if (plan != null) {
                    plans.keep(plan.digest(), plan.text());
                    pending.entry().learned(plan.digest());
                }
            }
        } catch (Throwable t) {
            if (!ConnectionFacts.isLost(statement.driverConnection(), t)) {
                failures.caught(Place.PLAN_SOURCE, t);
            }
        }
    }

    private @Nullable Plan ask(Pending pending) throws SQLException {
        BoundParameters parameters = pending.parameters();
        try (PreparedStatement question = reader.question(pending.sql())) {
            if (parameters != null) {
                parameters.bindTo(question);
            }
            return reader.read(question);
        }
    }

    private boolean isQuiet(Connection connection) throws SQLException {
        return openResults.get() == 0
                && session.isIdle()
                && !connection.isClosed()
                && !(failed && !connection.getAutoCommit());
    }

    /** Counts an open result set; while one is open, this connection explains nothing. */
    public void resultOpened() {
        openResults.incrementAndGet();
    }

    /** Counts a result set less. */
    public void resultClosed() {
        openResults.decrementAndGet();
    }

    void transactionEnded() {
        failed = false;
    }

    /** Returns whether an EXPLAIN of the statement neither runs the statement nor affects later statements. */
    private static boolean isExplainable(String normalized) {
        if (normalized.contains("sql_calc_found_rows")) {
            return false;
        }
        boolean reads = startsWith(normalized, "select ")
                || startsWith(normalized, "( select ")
                || startsWith(normalized, "(select ");
        // EXPLAIN would write to a variable or a file behind INTO, or fail
        return (reads && !normalized.contains(" into "))
                || startsWith(normalized, "with ")
                || startsWith(normalized, "insert ")
                || startsWith(normalized, "update ")
                || startsWith(normalized, "delete ")
                || startsWith(normalized, "replace ");
    }

    private static boolean startsWith(String text, String verb) {
        return text.regionMatches(true, 0, verb, 0, verb.length());
    }

    /** Returns whether the text has only one statement, because a second one would be executed. */
    private static boolean isOne(String sql) {
        int end = sql.length();
        while (end > 0 && (sql.charAt(end - 1) <= ' ' || sql.charAt(end - 1) == ';')) {
            end--;
        }
        int semicolon = sql.indexOf(';');
        return end > 0 && sql.length() <= MAX_SQL && (semicolon < 0 || semicolon >= end);
    }
}
