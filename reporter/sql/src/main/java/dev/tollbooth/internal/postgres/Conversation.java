package dev.tollbooth.internal.postgres;

import dev.tollbooth.internal.postgres.sql.PlannedStatement;
import dev.tollbooth.internal.postgres.sql.StatementFilter;
import dev.tollbooth.internal.postgres.wire.PostgresException;
import dev.tollbooth.internal.postgres.wire.WireMessage;
import dev.tollbooth.internal.postgres.wire.WireWriter;
import java.io.IOException;
import java.util.List;

/**
 * A conversation that answers the messages of one client after its login. It serves the simple protocol; {@link
 * PreparedStatements} serves the extended one. Not thread-safe.
 */
final class Conversation {

    private static final char IDLE = 'I';
    private static final char IN_TRANSACTION = 'T';
    private static final char FAILED = 'E';

    private final WireWriter out;
    private final QueryRunner runner;
    private final SessionSettings settings;
    private final PreparedStatements prepared;
    private char transaction = IDLE;
    private boolean skipping;

    Conversation(WireWriter out, QueryRunner runner, SessionSettings settings) {
        this.out = out;
        this.runner = runner;
        this.settings = settings;
        this.prepared = new PreparedStatements(out, runner, this);
    }

    void begin() throws IOException {
        out.readyForQuery(transaction);
    }

    /** Returns whether an open result has been read in part. */
    boolean isSuspended() {
        return prepared.isSuspended();
    }

    /** Answers {@code message}; returns false if it ends the connection. */
    boolean answer(WireMessage message) throws IOException, PostgresException {
        switch (message.type()) {
            case 'X' -> {
                return false;
            }
            case 'S' -> {
                skipping = false;
                if (transaction == IDLE) {
                    prepared.closePortals(false);
                }
                out.readyForQuery(transaction);
            }
            case 'Q' -> {
                if (!skipping) {
                    simple(message.text());
                }
            }
            default -> {
                if (!skipping) {
                    extended(message);
                }
            }
        }
        return true;
    }

    private void simple(String sql) throws IOException, PostgresException {
        try {
            List<PlannedStatement> plans = StatementFilter.plan(sql);
            if (plans.isEmpty()) {
                out.begin('I').end();
            }
            for (PlannedStatement plan : plans) {
                prepared.run(plan);
            }
        } catch (PostgresException e) {
            failed(e);
        }
        if (transaction == IDLE) {
            prepared.closePortals(false);
        }
        out.readyForQuery(transaction);
    }

    private void extended(WireMessage message) throws IOException, PostgresException {
        try {
            prepared.answer(message);
        } catch (PostgresException e) {
            skipping = true;
            failed(e);
        }
    }

    private void failed(PostgresException e) throws IOException, PostgresException {
        if (e.isFatal()) {
            throw e;
        }
        if (transaction == IN_TRANSACTION) {
            transaction = FAILED;
        }
        out.error(e);
        out.flush();
    }

    /** Closes all results, including those of cursors. */
    void close() {
        prepared.closePortals(true);
    }

    boolean isInTransaction() {
        return transaction != IDLE;
    }

    /** Returns the statement for H2. For SHOW and for queries of the catalog, it is a query of constants. */
    PlannedStatement resolved(PlannedStatement plan, ParameterValues values) throws IOException, PostgresException {
        return switch (plan.kind()) {
            case SHOW -> settings.show(plan.text());
            case CATALOG -> runner.answer(plan, values, settings);
            default -> plan;
        };
    }

    /**
     * Executes a statement if it needs no H2; returns false if it needs H2. A failed transaction rejects all statements
     * but those that end it.
     */
    boolean local(PlannedStatement plan) throws IOException, PostgresException {
        if (transaction == FAILED && !plan.endsTransaction()) {
            throw PostgresException.error(
                    PostgresException.FAILED_TRANSACTION,
                    "current transaction is aborted, commands ignored until end of transaction block");
        }
        switch (plan.kind()) {
            case EMPTY -> {
                out.begin('I').end();
                return true;
            }
            case BEGIN -> transaction = IN_TRANSACTION;
            case COMMIT, ROLLBACK -> {
                out.complete(transaction == FAILED ? "ROLLBACK" : plan.tag());
                transaction = IDLE;
                prepared.closePortals(false);
                return true;
            }
            case ROLLBACK_TO_SAVEPOINT -> transaction = IN_TRANSACTION;
            case SET -> settings.applicationName(plan.text());
            case DEALLOCATE -> prepared.forget(plan.text());
            case CLOSE -> prepared.closeCursor(plan.text());
            case NOTHING -> {}
            case ROWS, CATALOG, TRUNCATE, SHOW, DECLARE, FETCH -> {
                return false;
            }
        }
        out.complete(plan.tag());
        return true;
    }
}
