package dev.tollbooth.jdbc.proxy;

import dev.tollbooth.accounting.control.AccountingSwitch;
import dev.tollbooth.accounting.control.Failures;
import dev.tollbooth.accounting.control.Place;
import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.digest.DigestCache;
import dev.tollbooth.accounting.digest.Sha256;
import dev.tollbooth.accounting.ru.RuOwner;
import dev.tollbooth.accounting.ru.RuState;
import dev.tollbooth.accounting.ru.TopRu;
import dev.tollbooth.accounting.session.RuCell;
import dev.tollbooth.accounting.session.Session;
import dev.tollbooth.accounting.statement.ErrorClass;
import dev.tollbooth.accounting.statement.EventKind;
import dev.tollbooth.accounting.statement.SchemaStatements;
import dev.tollbooth.accounting.statement.StatementStats;
import dev.tollbooth.accounting.statement.StatementTable;
import dev.tollbooth.accounting.statement.TransactionTracker;
import dev.tollbooth.accounting.time.Ticker;
import dev.tollbooth.jdbc.source.EstimatedRuSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
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

    private final Instruments instruments;
    private final AccountingSwitch accounting;
    private final Ticker ticker;
    private final Failures failures;
    private final StatementTable table;
    private final DigestCache digests;
    private final DriverTraits traits;
    private final @Nullable EstimatedRuSource estimate;
    private final TopRu topRu;
    private final ClientBytes clientBytes;
    private final Session session;
    private final int stripe;
    private final TransactionTracker transaction = new TransactionTracker();

    private volatile SchemaStatements schema;
    private volatile RuOwner owner;

    StatementFunnel(Instruments instruments, ConnectionFacts facts) {
        this.instruments = instruments;
        this.accounting = instruments.accounting();
        this.ticker = instruments.ticker();
        this.failures = instruments.failures();
        this.table = instruments.statements();
        this.digests = instruments.digests(facts.dialect());
        this.traits = facts.traits();
        this.estimate = instruments.estimate();
        this.topRu = instruments.topRu();
        this.clientBytes = instruments.clientBytes();
        this.session = instruments.sessions().open(facts.user());
        this.stripe = (int) session.id();
        this.schema = table.schema(facts.schema());
        String keyspace = instruments.keyspace().isEmpty() ? facts.keyspace() : instruments.keyspace();
        this.owner = new RuOwner(keyspace, estimate == null ? "off" : EstimatedRuSource.NAME, facts.user());
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

    void closed() {
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
        RuCell cell = cell(digest);
        boolean shown = statement.execution.begin(digest, cell, start);
        long allocated = clientBytes.begin(statement.lastDigest == digest ? statement.lastStats : null);
        long result;
        try {
            result = DriverCall.count(statement.delegate, method, sql, keys);
        } catch (Throwable failure) {
            ended(statement, digest, sql, start, shown, allocated, cell, event, 0, failure);
            throw failure;
        }
        long affected = !method.returnsFlag() ? result : result == 0 ? ASK_DRIVER : 0;
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
        RuCell cell = cell(digest);
        boolean shown = statement.execution.begin(digest, cell, start);
        long allocated = clientBytes.begin(statement.lastDigest == digest ? statement.lastStats : null);
        Object result;
        try {
            result = DriverCall.object(statement.delegate, method, sql);
        } catch (Throwable failure) {
            ended(statement, digest, sql, start, shown, allocated, cell, event, 0, failure);
            throw failure;
        }
        ended(statement, digest, sql, start, shown, allocated, cell, event, Outcome.rowsAffected(result), null);
        return result;
    }

    /** Returns the digest to account under, or null where this execution is not accounted. */
    private @Nullable Digest before(StatementProxy statement, ExecuteMethod method, String sql) {
        try {
            // the driver closes the result sets of the execution before
            statement.endFetches();
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
            boolean shown,
            long allocated,
            @Nullable RuCell cell,
            @Nullable Object event,
            long affected,
            @Nullable Throwable failure) {
        long end = ticker.nanoTime();
        long bytes = clientBytes.end(allocated);
        try {
            if (shown) {
                end = statement.execution.end(end);
            }
            statement.collected = cell != null;
            ErrorClass error = failure == null ? ErrorClass.NONE : Outcome.errorClass(failure);
            long rows = affected == ASK_DRIVER ? Outcome.updateCount(statement.delegate, traits) : affected;
            if (failure != null) {
                rows = Outcome.rowsAffected(failure);
            }
            int warnings = traits.warningsAreLocal ? Outcome.warnings(statement.delegate) : 0;
            StatementStats stats = record(statement, digest, end - start, end, rows, warnings, error);
            if (cell != null) {
                double ru = estimate == null ? 0 : estimate.perStatement(digest.kind());
                spend(cell, digest, 1, end - start, ru);
            }
            if (bytes >= 0) {
                stats.recordClientBytes(stripe, bytes, clientBytes.weight(stats));
            }
            transaction.executed(stats, end);
            if (sql != null && !sql.isEmpty()) {
                table.sample(stats, sql, end - start, end);
            }
            instruments.slow().ended(digest, end - start, rows, session.user(), error);
            if (event != null) {
                instruments.events().end(event, digest, rows, error);
            }
        } catch (Throwable t) {
            failures.caught(Place.END, t);
        }
    }

    private StatementStats record(
            StatementProxy statement,
            Digest digest,
            long elapsedNanos,
            long endNanos,
            long rows,
            int warnings,
            ErrorClass error) {
        double ru = estimate == null ? 0 : estimate.perStatement(digest.kind()) + elapsedNanos * estimate.perNano();
        String source = estimate == null ? null : EstimatedRuSource.NAME;
        StatementStats stats = stats(statement, digest);
        while (!stats.recordExecution(stripe, elapsedNanos, endNanos, rows, warnings, error.code(), ru, source)) {
            stats = resolve(statement, digest);
        }
        return stats;
    }

    /** Credits rows and bytes that the application read, and the time that fetching them took. */
    void fetched(StatementProxy statement, Digest digest, long rows, long fetchNanos, long bytes) {
        try {
            if (!accounting.isOn()) {
                return;
            }
            double ofBytes = estimate == null ? 0 : estimate.ofBytesRead(bytes);
            double ru = ofBytes + fetchNanos * ruPerNano();
            String source = estimate == null ? null : EstimatedRuSource.NAME;
            StatementStats stats = stats(statement, digest);
            while (!stats.recordFetch(stripe, rows, fetchNanos, ru, source)) {
                stats = resolve(statement, digest);
            }
            if (statement.collected) {
                spend(session.ruCell(owner(), digest, Sha256.NONE, ruPerNano()), digest, 0, fetchNanos, ofBytes);
            }
        } catch (Throwable t) {
            failures.caught(Place.FETCH, t);
        }
    }

    /** Returns what takes the request units of an execution that begins now, or null where nobody wants them. */
    private @Nullable RuCell cell(Digest digest) {
        if (!topRu.isOn()) {
            return null;
        }
        try {
            return session.ruCell(owner(), digest, Sha256.NONE, ruPerNano());
        } catch (Throwable t) {
            failures.caught(Place.BEGIN, t);
            return null;
        }
    }

    private double ruPerNano() {
        return estimate == null ? 0 : estimate.perNano();
    }

    private RuOwner owner() {
        RuOwner now = owner;
        String user = session.user();
        if (!now.user().equals(user)) {
            now = new RuOwner(now.keyspace(), now.source(), user);
            owner = now;
        }
        return now;
    }

    private void spend(RuCell cell, Digest digest, int executions, long nanos, double ru) {
        RuState state = estimate == null ? RuState.OFF : RuState.KNOWN;
        RuCell target = cell;
        while (!target.add(executions, nanos, ru, state)) {
            // of the owner at its begin: the user may have changed since
            target = session.ruCell(cell.owner(), digest, Sha256.NONE, ruPerNano());
        }
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
        transaction.transactionEnded();
    }

    /** Tells where transactions end. */
    void autoCommitChanged(boolean on) {
        transaction.setAutoCommit(on);
    }

    /** Returns the fetch size of a driver's result set, 0 where the driver does not say. */
    int fetchSize(ResultSet rows) {
        try {
            return rows.getFetchSize();
        } catch (Throwable t) {
            if (t instanceof VirtualMachineError error) {
                throw error;
            }
            return 0;
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
