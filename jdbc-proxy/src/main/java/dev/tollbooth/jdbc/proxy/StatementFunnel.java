package dev.tollbooth.jdbc.proxy;

import dev.tollbooth.accounting.control.AccountingSwitch;
import dev.tollbooth.accounting.control.Failures;
import dev.tollbooth.accounting.control.Place;
import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.digest.DigestCache;
import dev.tollbooth.accounting.session.Execution;
import dev.tollbooth.accounting.session.RuCell;
import dev.tollbooth.accounting.session.Session;
import dev.tollbooth.accounting.statement.ErrorClass;
import dev.tollbooth.accounting.statement.EventKind;
import dev.tollbooth.accounting.statement.SchemaStatements;
import dev.tollbooth.accounting.statement.StatementStats;
import dev.tollbooth.accounting.statement.StatementTable;
import dev.tollbooth.accounting.statement.TransactionTracker;
import dev.tollbooth.accounting.time.Ticker;
import dev.tollbooth.jdbc.source.PlanReader;
import dev.tollbooth.jdbc.source.RuReader;
import dev.tollbooth.jdbc.source.RuReading;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Savepoint;
import org.jspecify.annotations.Nullable;

/**
 * The one way that every execution of a connection takes: begin, the driver's call, end.
 *
 * <p>The driver's result and its exception object pass unchanged. A failure of accounting is counted and never seen
 * by the application. Thread-safe: what differs between executions is on the stack, or belongs to the statement.
 */
final class StatementFunnel {

    /** In place of the rows affected, where only the driver's {@code getUpdateCount} says them. */
    private static final long ASK_DRIVER = Long.MIN_VALUE;
    /** In place of the rows affected: there are rows to be read. */
    private static final long RESULT_SET = Long.MIN_VALUE + 1;

    private final Instruments instruments;
    private final AccountingSwitch accounting;
    private final Ticker ticker;
    private final Failures failures;
    private final StatementTable table;
    private final DigestCache digests;
    private final DriverTraits traits;
    private final RequestUnits units;
    private final LateCosts late;
    /** Null where nobody is asked for plans. */
    final @Nullable Explaining explaining;

    final ClientBytes clientBytes;
    private final CurrentUser users;
    /** The user as it is without a client's. */
    private final String connectionUser;

    private final Session session;
    private final int stripe;
    private final TransactionTracker transaction = new TransactionTracker();
    final SpareRun spareRun = new SpareRun();

    private volatile SchemaStatements schema;

    StatementFunnel(
            Instruments instruments, ConnectionFacts facts, @Nullable RuReader costs, @Nullable PlanReader plans) {
        this.instruments = instruments;
        this.accounting = instruments.accounting();
        this.ticker = instruments.ticker();
        this.failures = instruments.failures();
        this.table = instruments.statements();
        this.digests = instruments.digests(facts.dialect());
        this.traits = facts.traits();
        this.clientBytes = instruments.clientBytes();
        this.users = instruments.users();
        String serversName = costs == null ? "" : costs.user();
        this.connectionUser = serversName.isEmpty() ? facts.user() : serversName;
        this.session = instruments.sessions().open(connectionUser);
        this.stripe = (int) session.id();
        this.schema = table.schema(facts.schema());
        String named = instruments.sources().options().keyspace();
        String keyspace = named.isEmpty() ? facts.keyspace() : named;
        this.explaining = plans == null ? null : new Explaining(instruments, session, keyspace, plans);
        this.units = new RequestUnits(instruments, session, keyspace, costs, explaining);
        this.late = new LateCosts(this, units, failures, stripe);
    }

    Session session() {
        return session;
    }

    boolean isOf(Instruments other) {
        return instruments == other;
    }

    DriverTraits traits() {
        return traits;
    }

    long nanoTime() {
        return ticker.nanoTime();
    }

    /** Accounts the statements from now on to {@code name}. */
    void schemaChanged(@Nullable String name) {
        try {
            schema = table.schema(name);
        } catch (Throwable t) {
            failures.caught(Place.TRANSACTION, t);
        }
    }

    /** Accounts what is executed from now on to {@code name}; null or empty: to the connection's user again. */
    void clientUserChanged(@Nullable String name) {
        session.setUser(name == null || name.isEmpty() ? connectionUser : CurrentUser.cut(name));
    }

    void closed() {
        late.closed();
        instruments.sessions().close(session);
    }

    Digest digest(@Nullable String sql) {
        return digests.get(sql == null ? "" : sql);
    }

    /** Runs a method that returns a count, or a flag as 1 or 0. */
    long count(StatementProxy statement, ExecuteMethod method, String sql, @Nullable Object keys) throws SQLException {
        Digest digest = before(statement, method, sql);
        if (digest == null) {
            return DriverCall.count(statement.delegate, method, sql, keys);
        }
        Object event = instruments.events().begin();
        long start = ticker.nanoTime();
        RuCell cell = units.begin(statement, digest);
        Execution shown = shown(statement, digest, cell, start);
        long allocated = clientBytes.begin(statement, digest, schema, stripe);
        long result;
        try {
            result = DriverCall.count(statement.delegate, method, sql, keys);
        } catch (Throwable failure) {
            ended(statement, digest, sql, start, shown, allocated, cell, event, 0, failure);
            CancelledQuery.rethrow(shown, digest, failure);
            throw failure;
        }
        long affected = !method.returnsFlag() ? result : result == 0 ? ASK_DRIVER : RESULT_SET;
        ended(statement, digest, sql, start, shown, allocated, cell, event, affected, null);
        return result;
    }

    /** Runs a method that returns a result set or the counts of a batch. */
    @Nullable
    Object object(StatementProxy statement, ExecuteMethod method, String sql) throws SQLException {
        Digest digest = before(statement, method, sql);
        if (digest == null) {
            return DriverCall.object(statement.delegate, method, sql);
        }
        Object event = instruments.events().begin();
        long start = ticker.nanoTime();
        RuCell cell = units.begin(statement, digest);
        Execution shown = shown(statement, digest, cell, start);
        long allocated = clientBytes.begin(statement, digest, schema, stripe);
        Object result;
        try {
            result = DriverCall.object(statement.delegate, method, sql);
        } catch (Throwable failure) {
            ended(statement, digest, sql, start, shown, allocated, cell, event, 0, failure);
            CancelledQuery.rethrow(shown, digest, failure);
            throw failure;
        }
        statement.run().batchCounts = result instanceof ResultSet ? null : result;
        long affected = result instanceof ResultSet ? RESULT_SET : Outcome.rowsAffected(result);
        ended(statement, digest, sql, start, shown, allocated, cell, event, affected, null);
        return result;
    }

    /** Returns the digest to account under, or null where this execution is not accounted. */
    private @Nullable Digest before(StatementProxy statement, ExecuteMethod method, String sql) {
        try {
            // the driver closes the result sets of the execution before
            statement.endFetches();
            statement.endCost();
            statement.run().user = users.or(session.user());
            return accounting.isOn() ? statement.digest(method, sql) : null;
        } catch (Throwable t) {
            failures.caught(Place.BEGIN, t);
            return null;
        }
    }

    private void ended(
            StatementProxy statement,
            Digest digest,
            String sql,
            long start,
            @Nullable Execution shown,
            long allocated,
            @Nullable RuCell cell,
            @Nullable Object event,
            long affected,
            @Nullable Throwable failure) {
        long end = ticker.nanoTime();
        long bytes = clientBytes.end(allocated);
        try {
            if (shown != null) {
                end = shown.end(end);
            }
            statement.run().collected = cell != null;
            ErrorClass error = failure == null ? ErrorClass.NONE : Outcome.errorClass(failure);
            RuReading cost = units.executed(statement, digest, affected == RESULT_SET, failure);
            units.keepPlan(statement, digest, cost);
            long rows = failure == null ? rows(statement, affected) : Outcome.rowsAffected(failure);
            StatementStats stats = record(statement, digest, end - start, end, rows, error, cost);
            if (cell != null) {
                units.spend(statement, cell, digest, shown, end - start, cost);
            }
            if (cost.terms() != null) {
                late.recordTerms(stats, digest, cost);
            }
            clientBytes.executed(statement, stats, stripe, bytes, traits.resultsAreBuffered);
            transaction.executed(stats, end);
            if (sql != null && !sql.isEmpty()) {
                table.sample(stats, sql, end - start, end);
            }
            instruments.slow().ended(digest, end - start, rows, statement.run().user, error);
            if (event != null) {
                instruments.events().end(event, digest, rows, error);
            }
            late.credit();
            if (explaining != null && cell != null) {
                explaining.ended(statement, digest, sql, affected == RESULT_SET, failure != null, end);
            }
        } catch (Throwable t) {
            failures.caught(Place.END, t);
        }
    }

    /** Shows the execution as running, if its statement does not run already; null if it is not shown. */
    private static @Nullable Execution shown(
            StatementProxy statement, Digest digest, @Nullable RuCell cell, long start) {
        StatementRun run = statement.run();
        return run.begin(digest, run.user, cell, start) ? run : null;
    }

    private long rows(StatementProxy statement, long affected) {
        if (affected == ASK_DRIVER) {
            return Outcome.updateCount(statement.delegate, traits);
        }
        return affected == RESULT_SET ? 0 : affected;
    }

    private StatementStats record(
            StatementProxy statement,
            Digest digest,
            long elapsedNanos,
            long endNanos,
            long rows,
            ErrorClass error,
            RuReading cost) {
        int warnings = traits.warningsAreLocal ? Outcome.warnings(statement.delegate, units) : 0;
        double ru = units.ofExecution(cost, digest, elapsedNanos);
        String source = units.source(cost);
        StatementStats stats = stats(statement, digest);
        while (!stats.recordExecution(stripe, elapsedNanos, endNanos, rows, warnings, error.code(), ru, source)) {
            stats = resolve(statement, digest);
        }
        return stats;
    }

    /** Credits rows and bytes that the application read or the driver holds, and the time that fetching them took. */
    void fetched(StatementProxy statement, Digest digest, long rows, long fetchNanos, long bytes, long buffered) {
        try {
            if (!accounting.isOn()) {
                return;
            }
            double ru = units.ofFetch(statement, fetchNanos, bytes + buffered);
            String source = units.fetchSource(statement);
            StatementStats stats = stats(statement, digest);
            while (!stats.recordFetch(stripe, rows, fetchNanos, bytes, source == null ? 0 : buffered, ru, source)) {
                stats = resolve(statement, digest);
            }
            ClientBytes.fetched(statement, stats, stripe);
            if (statement.run().collected) {
                units.spendFetch(statement, digest, fetchNanos, bytes + buffered);
            }
        } catch (Throwable t) {
            failures.caught(Place.FETCH, t);
        }
    }

    /**
     * A result set has ended whose cost was not told when it was executed.
     *
     * @param closed whether no more will be heard of it
     */
    void drained(StatementProxy statement, Digest digest, boolean closed) {
        try {
            RuReading cost = units.drained(statement, digest, closed);
            if (cost.isNothing()) {
                return;
            }
            units.keepPlan(statement, digest, cost);
            String source = units.source(cost);
            if (source != null) {
                StatementStats stats = stats(statement, digest);
                while (!stats.recordRu(stripe, cost.ru(), source)) {
                    stats = resolve(statement, digest);
                }
                late.recordTerms(stats, digest, cost);
            }
            if (statement.run().collected) {
                units.spendLate(digest, statement.run().user, statement.lastPlan, cost);
            }
        } catch (Throwable t) {
            failures.caught(Place.FETCH, t);
        }
    }

    SchemaStatements schema() {
        return schema;
    }

    LateCosts late() {
        return late;
    }

    /** Returns the warnings that the application sees. */
    @Nullable
    SQLWarning visible(@Nullable SQLWarning chain) {
        return units.visible(chain);
    }

    /** Returns the row, without a lookup where the statement's last execution was of the same digest and schema. */
    private StatementStats stats(StatementProxy statement, Digest digest) {
        StatementStats last = statement.lastStats;
        if (last != null && statement.lastDigest == digest && statement.lastSchema == schema) {
            return last;
        }
        return resolve(statement, digest);
    }

    private StatementStats resolve(StatementProxy statement, Digest digest) {
        SchemaStatements now = schema;
        StatementStats found = now.statement(digest);
        statement.remember(digest, now, found);
        return found;
    }

    /** Commits or rolls back, timed in a row of its own; a savepoint of null is none. */
    void endTransaction(EventKind kind, Connection connection, @Nullable Savepoint savepoint) throws SQLException {
        long start = ticker.nanoTime();
        try {
            if (kind == EventKind.COMMIT) {
                connection.commit();
            } else if (savepoint == null) {
                connection.rollback();
            } else {
                connection.rollback(savepoint);
            }
        } catch (Throwable failure) {
            instruments.event(kind, stripe, start, failure);
            throw failure;
        }
        instruments.event(kind, stripe, start, null);
        if (savepoint == null) {
            late.transactionEnded();
        }
        transaction.transactionEnded();
        if (explaining != null && savepoint == null) {
            explaining.transactionEnded();
        }
    }

    /** Tells where transactions end. */
    void autoCommitChanged(boolean on) {
        if (on) {
            late.transactionEnded();
        }
        transaction.setAutoCommit(on);
        if (explaining != null) {
            explaining.transactionEnded();
        }
    }

    /** Returns {@code batch}, or a new one, with {@code sql} added. */
    @Nullable
    BatchDigest added(@Nullable BatchDigest batch, String sql) {
        try {
            BatchDigest result = batch == null ? new BatchDigest() : batch;
            result.add(digest(sql));
            return result;
        } catch (Throwable t) {
            failures.caught(Place.BEGIN, t);
            return batch;
        }
    }
}
