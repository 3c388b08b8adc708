package dev.tollbooth.jdbc.proxy;

import dev.tollbooth.accounting.control.AccountingSwitch;
import dev.tollbooth.accounting.control.Place;
import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.session.RuCell;
import dev.tollbooth.accounting.session.Session;
import dev.tollbooth.accounting.statement.ErrorClass;
import dev.tollbooth.accounting.statement.StatementStats;
import dev.tollbooth.accounting.statement.TransactionTracker;
import dev.tollbooth.accounting.time.Ticker;
import dev.tollbooth.jdbc.source.PlanReader;
import dev.tollbooth.jdbc.source.RuReader;
import dev.tollbooth.jdbc.source.RuReading;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import org.jspecify.annotations.Nullable;

/**
 * The one way that every execution of a connection takes: begin, the driver's call, end.
 *
 * <p>The driver's result and its exception object pass unchanged. A failure of accounting, an error of the virtual machine too, is
 * counted and never seen by the application. Where even counting it needs a call that the stack has no frame for, it is noted
 * by an assignment. Thread-safe: what differs between executions is on the stack, or belongs to the statement.
 */
final class StatementFunnel {

    /** In place of the rows affected, where only the driver's {@code getUpdateCount} says them. */
    private static final long ASK_DRIVER = Long.MIN_VALUE;
    /** In place of the rows affected: there are rows to be read. */
    private static final long RESULT_SET = Long.MIN_VALUE + 1;

    private final Instruments instruments;
    private final AccountingSwitch accounting;
    private final Ticker ticker;
    final OwnFailures failures;
    private final SessionDialect digests;
    private final DriverTraits traits;
    private final ExecutionListeners listeners;
    /** Whether somebody reads what the server says; if not, everything is estimated, or off. */
    private final boolean hasReader;

    private final boolean resultsAreBuffered;
    private final RequestUnits units;
    private final StatementRecorder recorder;
    private final LateCosts late;
    /** Null where nobody is asked for plans. */
    final @Nullable Explaining explaining;

    final ClientBytes clientBytes;
    private final CurrentUser users;
    /** The user as it is without a client's. */
    private final String connectionUser;

    private final Session session;
    private final int stripe;
    private final TransactionTracker repeats = new TransactionTracker();
    private final Transactions transactions;
    /**
     * The run of a statement that was closed, for the next one to claim; or one that was claimed since, and keeps that one
     * statement alive.
     */
    private volatile @Nullable StatementRun spareRun;

    StatementFunnel(
            Instruments instruments,
            ConnectionFacts facts,
            SessionDialect digests,
            @Nullable RuReader costs,
            @Nullable PlanReader plans) {
        this.instruments = instruments;
        this.accounting = instruments.accounting();
        this.ticker = instruments.ticker();
        this.failures = new OwnFailures(instruments.failures());
        this.digests = digests;
        this.traits = facts.traits();
        this.clientBytes = instruments.clientBytes();
        this.listeners = new ExecutionListeners(instruments);
        this.hasReader = costs != null;
        this.resultsAreBuffered = traits.resultsAreBuffered;
        this.users = instruments.users();
        String serversName = costs == null ? "" : costs.user();
        this.connectionUser = serversName.isEmpty() ? facts.user() : serversName;
        this.session = instruments.sessions().open(connectionUser);
        this.stripe = (int) session.id();
        String named = instruments.sources().options().keyspace();
        String keyspace = named.isEmpty() ? facts.keyspace() : named;
        this.explaining = plans == null ? null : new Explaining(instruments, session, keyspace, plans);
        this.units = new RequestUnits(instruments, session, keyspace, costs, explaining);
        this.recorder = new StatementRecorder(instruments, session, facts, units, explaining != null);
        this.late = new LateCosts(recorder, units, instruments.failures(), stripe);
        this.transactions = new Transactions(instruments, failures, stripe, repeats, late, explaining);
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
        recorder.schemaChanged(name);
    }

    /** Accounts what is executed from now on to {@code name}; null or empty: to the connection's user again. */
    void clientUserChanged(@Nullable String name) {
        session.setUser(name == null || name.isEmpty() ? connectionUser : CurrentUser.cut(name));
    }

    void closed() {
        failures.settle();
        late.closed();
        instruments.sessions().close(session);
    }

    Digest digest(@Nullable String sql) {
        return digests.apply(sql == null ? "" : sql);
    }

    /** Runs a method that returns a count, or a flag as 1 or 0. */
    long count(StatementProxy statement, ExecuteMethod method, String sql, @Nullable Object keys) throws SQLException {
        StatementRun run = null;
        try {
            run = begun(statement, method, sql);
        } catch (Throwable t) {
            failures.owed++;
        }
        if (run == null) {
            return DriverCall.count(statement.delegate, method, sql, keys);
        }
        long result;
        try {
            result = DriverCall.count(statement.delegate, method, sql, keys);
        } catch (Throwable failure) {
            SQLException over = null;
            try {
                over = failed(statement, run, sql, failure);
            } catch (Throwable t) {
                failures.owed++;
                failures.unleft = run;
            }
            if (over != null) {
                throw over;
            }
            throw failure;
        }
        try {
            long affected = !method.returnsFlag ? result : result == 0 ? ASK_DRIVER : RESULT_SET;
            ended(statement, run, sql, affected, null);
        } catch (Throwable t) {
            failures.owed++;
            failures.unleft = run;
        }
        return result;
    }

    /** Runs a method that returns a result set or the counts of a batch. */
    @Nullable
    Object object(StatementProxy statement, ExecuteMethod method, String sql) throws SQLException {
        StatementRun run = null;
        try {
            run = begun(statement, method, sql);
        } catch (Throwable t) {
            failures.owed++;
        }
        if (run == null) {
            return DriverCall.object(statement.delegate, method, sql);
        }
        Object result;
        try {
            result = DriverCall.object(statement.delegate, method, sql);
        } catch (Throwable failure) {
            SQLException over = null;
            try {
                over = failed(statement, run, sql, failure);
            } catch (Throwable t) {
                failures.owed++;
                failures.unleft = run;
            }
            if (over != null) {
                throw over;
            }
            throw failure;
        }
        try {
            boolean rowsFollow = result instanceof ResultSet;
            if (hasReader) {
                run.batchCounts = rowsFollow ? null : result;
            }
            ended(statement, run, sql, rowsFollow ? RESULT_SET : Outcome.rowsAffected(result), null);
        } catch (Throwable t) {
            failures.owed++;
            failures.unleft = run;
        }
        return result;
    }

    /** Returns what the execution writes, claimed for it and shown as running, or null where it is not accounted. */
    private @Nullable StatementRun begun(StatementProxy statement, ExecuteMethod method, String sql) {
        StatementRun run = null;
        try {
            if (failures.owed != 0) {
                failures.settle();
            }
            // the driver closes the result sets of the execution before
            statement.endFetches();
            statement.endCost();
            if (!accounting.isOn()) {
                return null;
            }
            boolean collecting = accounting.isCollecting();
            Digest digest = statement.digest(method, sql);
            String user = accounting.hasThreadUsers() ? users.or(session.user()) : session.user();
            run = statement.claimRun();
            run.executes(digest, user);
            Object event = listeners.begin();
            if (run.event != event) {
                run.event = event;
            }
            long start = ticker.nanoTime();
            run.show(collecting ? units.begin(statement, run, digest) : null, start);
            run.allocatedAtBegin = clientBytes.begin(run, digest, recorder.schema(), stripe);
            return run;
        } catch (Throwable t) {
            try {
                failures.caught(Place.BEGIN, t, run);
            } catch (Throwable more) {
                failures.owed++;
                failures.unleft = run;
            }
            return null;
        }
    }

    /** Returns a run that may be claimed by the statement which executes first, null if there is none. */
    @Nullable
    StatementRun spareRun() {
        return spareRun;
    }

    /** Leaves {@code unused}, whose statement is closed, to the next one. */
    void keep(StatementRun unused) {
        unused.letGo();
        if (spareRun != unused) {
            spareRun = unused;
        }
    }

    /** Ends an execution that the driver has refused; returns what the application is told in its place, null if nothing. */
    private @Nullable SQLException failed(StatementProxy statement, StatementRun run, String sql, Throwable failure) {
        Digest digest = run.digest();
        ended(statement, run, sql, 0, failure);
        try {
            return CancelledQuery.ofLimit(run, digest, failure);
        } catch (Throwable t) {
            try {
                failures.caught(Place.END, t);
            } catch (Throwable more) {
                failures.owed++;
            }
            return null;
        }
    }

    /** Ends an execution: whatever goes wrong from here on, the driver's work is done, and the application is told that. */
    private void ended(
            StatementProxy statement, StatementRun run, String sql, long affected, @Nullable Throwable failure) {
        boolean held = true;
        try {
            long end = ticker.nanoTime();
            long bytes = clientBytes.end(run.allocatedAtBegin);
            Digest digest = run.digest();
            RuCell cell = run.cell();
            Object event = run.event;
            long start = run.startNanos();
            run.collected = cell != null;
            ErrorClass error;
            long rows;
            StatementStats stats = null;
            try {
                end = run.finish(end);
                error = failure == null ? ErrorClass.NONE : Outcome.errorClass(failure);
                rows = failure == null ? rows(statement, affected) : Outcome.rowsAffected(failure);
                if (!hasReader) {
                    stats = recorder.ended(statement, run, digest, end - start, end, rows, error, cell);
                }
            } finally {
                run.leave();
                held = false;
            }
            long elapsed = end - start;
            if (stats == null) {
                stats = read(statement, run, digest, elapsed, end, rows, error, cell, affected == RESULT_SET, failure);
            }
            clientBytes.executed(run, stats, stripe, bytes, resultsAreBuffered);
            repeats.executed(stats, end);
            listeners.ended(run, digest, sql, elapsed, end, rows, error, stats, event);
            if (explaining != null && cell != null) {
                explaining.ended(statement, digest, sql, affected == RESULT_SET, failure != null, end);
            }
        } catch (Throwable t) {
            try {
                failures.caught(Place.END, t, held ? run : null);
            } catch (Throwable more) {
                failures.owed++;
                if (held) {
                    failures.unleft = run;
                }
            }
        }
    }

    /** Counts an execution whose request units are read: what the server says, or nothing. */
    private StatementStats read(
            StatementProxy statement,
            StatementRun run,
            Digest digest,
            long elapsedNanos,
            long endNanos,
            long rows,
            ErrorClass error,
            @Nullable RuCell cell,
            boolean resultOpen,
            @Nullable Throwable failure) {
        RuReading cost = units.executed(statement, run, digest, resultOpen, failure);
        StatementStats stats;
        if (units.isEstimated(cost)) {
            stats = recorder.estimated(statement, digest, elapsedNanos, endNanos, rows, error, cell);
        } else {
            stats = recorder.recorded(
                    statement, digest, elapsedNanos, endNanos, rows, error, cost.ru(), units.source(cost));
            if (cell != null) {
                units.spendTold(statement, run, cell, digest, elapsedNanos, cost);
            }
            late.recordTerms(stats, digest, cost);
        }
        late.credit();
        return stats;
    }

    private long rows(StatementProxy statement, long affected) {
        if (affected == ASK_DRIVER) {
            return Outcome.updateCount(statement.delegate, traits);
        }
        return affected == RESULT_SET ? 0 : affected;
    }

    /** Credits rows and bytes that the application read or the driver holds, and the time that fetching them took. */
    void fetched(
            StatementProxy statement,
            StatementRun run,
            Digest digest,
            long rows,
            long fetchNanos,
            long bytes,
            long buffered) {
        if (accounting.isOn()) {
            recorder.fetched(statement, run, digest, rows, fetchNanos, bytes, buffered);
        }
    }

    StatementRecorder recorder() {
        return recorder;
    }

    LateCosts late() {
        return late;
    }

    Transactions transactions() {
        return transactions;
    }

    /** Returns the warnings that the application sees. */
    @Nullable
    SQLWarning visible(@Nullable SQLWarning chain) {
        return units.visible(chain);
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
