package dev.tollbooth.jdbc.proxy;

import dev.tollbooth.accounting.control.AccountingSwitch;
import dev.tollbooth.accounting.control.Failures;
import dev.tollbooth.accounting.control.Place;
import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.ru.RuModel;
import dev.tollbooth.accounting.session.CellTally;
import dev.tollbooth.accounting.session.RuCell;
import dev.tollbooth.accounting.session.Session;
import dev.tollbooth.accounting.statement.ErrorClass;
import dev.tollbooth.accounting.statement.SchemaStatements;
import dev.tollbooth.accounting.statement.StatementStats;
import dev.tollbooth.accounting.statement.StatementTable;
import dev.tollbooth.jdbc.source.EstimatedRuSource;
import org.jspecify.annotations.Nullable;

/**
 * Adds what executions and fetches of a connection cost to the statement's row and to who collects: in the statement's
 * own tally where it has one, else at once.
 *
 * <p>Thread-safe.
 */
final class StatementRecorder {

    private final AccountingSwitch accounting;
    private final StatementTable table;
    private final Session session;
    private final int stripe;
    private final boolean warningsAreLocal;
    private final Failures failures;
    private final RequestUnits units;
    private final boolean explained;
    private final @Nullable RuModel model;

    private volatile SchemaStatements schema;

    /** Records for {@code session}; {@code explained} where executions are credited to plans that the database is asked for. */
    StatementRecorder(
            Instruments instruments, Session session, ConnectionFacts facts, RequestUnits units, boolean explained) {
        EstimatedRuSource estimate = instruments.estimate();
        this.explained = explained;
        this.model = estimate == null ? null : estimate.model();
        this.accounting = instruments.accounting();
        this.table = instruments.statements();
        this.session = session;
        this.stripe = (int) session.id();
        this.warningsAreLocal = facts.traits().warningsAreLocal;
        this.failures = instruments.failures();
        this.units = units;
        this.schema = table.schema(facts.schema());
    }

    /** Accounts the statements from now on to {@code name}. */
    void schemaChanged(@Nullable String name) {
        schema = table.schema(name);
    }

    SchemaStatements schema() {
        return schema;
    }

    /**
     * Counts an execution whose request units nobody reads.
     *
     * @param run what this thread has claimed for it, and not left yet
     */
    StatementStats ended(
            StatementProxy statement,
            StatementRun run,
            Digest digest,
            long elapsedNanos,
            long endNanos,
            long rows,
            ErrorClass error,
            @Nullable RuCell cell) {
        int warnings = warnings(statement);
        boolean plain = error == ErrorClass.NONE && warnings == 0 && run.holdsSlot();
        CellTally tally = plain ? run.tally(digest, schema, cell) : null;
        if (tally != null && tally.executed(elapsedNanos, endNanos, rows)) {
            statement.remember(digest);
            run.isTallied = !explained;
            return tally.row();
        }
        run.isTallied = false;
        StatementStats stats = stats(statement, digest); // of another row it ends the repetitions
        if (plain && tally == null && run.isRepeated()) {
            open(run, stats, digest, cell);
        }
        return estimated(statement, digest, stats, elapsedNanos, endNanos, rows, warnings, error, cell);
    }

    /** Opens a tally for the executions after this one. */
    private void open(StatementRun run, StatementStats stats, Digest digest, @Nullable RuCell cell) {
        CellTally opened =
                CellTally.open(run, session, table, stats, schema, digest, cell, model, units.estimateName());
        CellTally before = opened == null ? null : run.exchangeTally(opened);
        if (before != null) {
            before.removeFrom(table.tallies()); // not as an argument, for which each start would load its classes
        }
    }

    /** Counts an execution that has left its run and whose request units were not told. */
    StatementStats estimated(
            StatementProxy statement,
            Digest digest,
            long elapsedNanos,
            long endNanos,
            long rows,
            ErrorClass error,
            @Nullable RuCell cell) {
        StatementStats stats = stats(statement, digest);
        return estimated(statement, digest, stats, elapsedNanos, endNanos, rows, warnings(statement), error, cell);
    }

    private StatementStats estimated(
            StatementProxy statement,
            Digest digest,
            StatementStats known,
            long elapsedNanos,
            long endNanos,
            long rows,
            int warnings,
            ErrorClass error,
            @Nullable RuCell cell) {
        double beside = units.perStatement(digest);
        double ru = beside + elapsedNanos * units.perNano();
        StatementStats stats = record(
                statement, digest, known, elapsedNanos, endNanos, rows, warnings, error, ru, units.estimateName());
        if (cell != null) {
            units.spend(cell, digest, elapsedNanos, beside);
        }
        return stats;
    }

    /** Counts an execution whose request units are {@code ru}, of no meaning without a source. */
    StatementStats recorded(
            StatementProxy statement,
            Digest digest,
            long elapsedNanos,
            long endNanos,
            long rows,
            ErrorClass error,
            double ru,
            @Nullable String source) {
        StatementStats stats = stats(statement, digest);
        int warnings = warnings(statement);
        return record(statement, digest, stats, elapsedNanos, endNanos, rows, warnings, error, ru, source);
    }

    private StatementStats record(
            StatementProxy statement,
            Digest digest,
            StatementStats known,
            long elapsedNanos,
            long endNanos,
            long rows,
            int warnings,
            ErrorClass error,
            double ru,
            @Nullable String source) {
        StatementStats stats = known;
        while (!stats.recordExecution(stripe, elapsedNanos, endNanos, rows, warnings, error.code(), ru, source)) {
            stats = resolve(statement, digest);
        }
        return stats;
    }

    private int warnings(StatementProxy statement) {
        return warningsAreLocal ? Outcome.warnings(statement.delegate, units) : 0;
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
        try {
            CellTally tally = run.lastTally(digest);
            StatementStats stats;
            if (tally == null) {
                stats = record(statement, run, digest, rows, fetchNanos, bytes, buffered);
            } else {
                tally.fetched(rows, fetchNanos, bytes, units.estimateName() == null ? 0 : buffered);
                stats = tally.row();
            }
            if (run.fetchedClientBytes != 0) {
                ClientBytes.fetched(run, stats, stripe);
            }
        } catch (Throwable t) {
            failures.caught(Place.FETCH, t);
        }
    }

    private StatementStats record(
            StatementProxy statement,
            StatementRun run,
            Digest digest,
            long rows,
            long fetchNanos,
            long bytes,
            long buffered) {
        String source = units.fetchSource(statement);
        double ofBytes = source == null ? 0 : units.ofBytesRead(bytes + buffered);
        double ru = source == null ? 0 : ofBytes + fetchNanos * units.perNano();
        StatementStats stats = stats(statement, digest);
        while (!stats.recordFetch(stripe, rows, fetchNanos, bytes, source == null ? 0 : buffered, ru, source)) {
            stats = resolve(statement, digest);
        }
        if (run.collected) {
            units.spendFetch(statement, run, digest, fetchNanos, ofBytes);
        }
        return stats;
    }

    /** Counts the rows that a later result of the last execution affected, where the driver says that from its memory. */
    void affectedLater(StatementProxy statement, DriverTraits traits) {
        Digest digest = statement.lastDigest;
        if (digest == null || !accounting.isOn()) {
            return;
        }
        try {
            long rows = Outcome.updateCount(statement.delegate, traits);
            if (rows != 0) {
                StatementStats stats = stats(statement, digest);
                while (!stats.recordRowsAffected(stripe, rows)) {
                    stats = resolve(statement, digest);
                }
            }
        } catch (Throwable t) {
            failures.caught(Place.FETCH, t);
        }
    }

    /** Returns the row, without a lookup where the run's last execution was of the same digest and schema. */
    StatementStats stats(StatementProxy statement, Digest digest) {
        statement.remember(digest);
        StatementStats last = statement.run().row(digest, schema);
        return last == null ? resolve(statement, digest) : last;
    }

    /** As {@link #stats}, looked up: the row that was known has left the table, or none was. */
    StatementStats resolve(StatementProxy statement, Digest digest) {
        StatementStats found = schema.statement(digest);
        statement.run().keepRow(found);
        return found;
    }
}
