package dev.tollbooth.jdbc.proxy;

import dev.tollbooth.accounting.control.Failures;
import dev.tollbooth.accounting.control.Place;
import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.statement.RuTermSums;
import dev.tollbooth.accounting.statement.StatementStats;
import dev.tollbooth.jdbc.source.LateReading;
import dev.tollbooth.jdbc.source.RuReading;
import dev.tollbooth.jdbc.source.RuTerms;
import java.sql.ResultSet;
import java.sql.SQLWarning;
import org.jspecify.annotations.Nullable;

/**
 * Credits what a server tells of executions that have ended and are counted: with the next statement, with rows, with the
 * end of a transaction, or among the connection's warnings.
 *
 * <p>Thread-safe.
 */
final class LateCosts {

    private final StatementRecorder recorder;
    private final RequestUnits units;
    private final Failures failures;
    private final int stripe;

    LateCosts(StatementRecorder recorder, RequestUnits units, Failures failures, int stripe) {
        this.recorder = recorder;
        this.units = units;
        this.failures = failures;
        this.stripe = stripe;
    }

    /** Credits what has come to light. */
    void credit() {
        try {
            for (LateReading late = units.late(); late != null; late = units.late()) {
                RuReading cost = late.reading();
                String source = units.source(cost);
                if (source != null) {
                    record(late, source);
                }
                units.spendLate(late);
            }
        } catch (Throwable t) {
            failures.caught(Place.RU_SOURCE, t);
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
                StatementStats stats = recorder.stats(statement, digest);
                while (!stats.recordRu(stripe, cost.ru(), source)) {
                    stats = recorder.resolve(statement, digest);
                }
                recordTerms(stats, digest, cost);
            }
            if (statement.run().collected) {
                units.spendLate(digest, statement.run().user(), statement.lastPlan, cost);
            }
        } catch (Throwable t) {
            failures.caught(Place.FETCH, t);
        }
    }

    private void record(LateReading late, String source) {
        StatementStats stats = recorder.schema().statement(late.digest());
        while (!stats.recordRu(stripe, late.reading().ru(), source)) {
            stats = recorder.schema().statement(late.digest());
        }
        recordTerms(stats, late.digest(), late.reading());
    }

    /** Adds to {@code stats} what a reading was calculated from, if it was. */
    void recordTerms(StatementStats stats, Digest digest, RuReading reading) {
        RuTerms terms = reading.terms();
        if (terms == null) {
            return;
        }
        RuTermSums sums = new RuTermSums(
                reading.source(),
                terms.reads(),
                terms.writes(),
                terms.bytes(),
                terms.walBytes(),
                terms.nanos(),
                reading.ru());
        StatementStats target = stats;
        while (!target.recordRuTerms(stripe, sums)) {
            target = recorder.schema().statement(digest);
        }
    }

    /** Reads what came with rows whose cost is told later, before they are closed. */
    void readWarnings(ResultSet rows) {
        units.fetched(rows);
        credit();
    }

    /** Reads what came with the end of a transaction. */
    void transactionEnded() {
        units.transactionEnded();
        credit();
    }

    /** Gives up what was not told. */
    void closed() {
        units.closed();
        credit();
    }

    /** Returns the warnings of the connection that the application sees. */
    @Nullable
    SQLWarning visible(@Nullable SQLWarning chain) {
        SQLWarning visible = units.visibleOfConnection(chain);
        credit();
        return visible;
    }

    /** The application has cleared a statement's warnings. */
    void cleared() {
        units.warningsCleared();
    }

    /** The application is about to clear the connection's warnings. */
    void clearing() {
        units.clearingConnection();
        credit();
    }
}
