package dev.tollbooth.jdbc.proxy;

import dev.tollbooth.accounting.control.AccountingSwitch;
import dev.tollbooth.accounting.control.Failures;
import dev.tollbooth.accounting.control.Place;
import dev.tollbooth.accounting.digest.DigestCache;
import dev.tollbooth.accounting.digest.SqlDialect;
import dev.tollbooth.accounting.journal.Estimate;
import dev.tollbooth.accounting.journal.SessionRegistry;
import dev.tollbooth.accounting.report.DropCounters;
import dev.tollbooth.accounting.ru.PlanTexts;
import dev.tollbooth.accounting.statement.EventKind;
import dev.tollbooth.accounting.statement.StatementTable;
import dev.tollbooth.accounting.time.Ticker;
import dev.tollbooth.jdbc.source.RuSources;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What one Tollbooth instance measures with: shared by all of its connections.
 *
 * <p>Thread-safe, as its parts are.
 *
 * @param sources what reads request units from what a server says
 * @param estimate where request units are from that no server tells, null if request units are off
 * @param plans the texts of plans
 * @param planBook which plan each statement runs in, where its database is asked
 * @param drops what was left out of reports
 * @param users whom a thread's executions are accounted to
 * @param clientBytes what executions make the client hold
 * @param digestCaches gives the digest cache of a dialect, always the same one
 */
public record Instruments(
        Ticker ticker,
        AccountingSwitch accounting,
        Failures failures,
        StatementTable statements,
        SessionRegistry sessions,
        Function<SqlDialect, DigestCache> digestCaches,
        SlowStatements slow,
        RuSources sources,
        @Nullable Estimate estimate,
        PlanTexts plans,
        PlanBook planBook,
        DropCounters drops,
        CurrentUser users,
        ClientBytes clientBytes) {

    /** In place of a ticker's reading: there is none, and so no event. */
    static final long NOT_TIMED = Long.MIN_VALUE;

    /** Returns when what is to be timed begins now; a ticker that fails is counted at {@code place}. */
    public long start(Place place) {
        try {
            return ticker.nanoTime();
        } catch (Throwable t) {
            failures.caught(place, t);
            return NOT_TIMED;
        }
    }

    DigestCache digests(SqlDialect dialect) {
        return digestCaches.apply(dialect);
    }

    /** Times a commit, rollback or connect that began at {@code startNanos} and has ended now, perhaps by a failure. */
    public void event(EventKind kind, long startNanos, @Nullable Throwable failure) {
        try {
            long end = ticker.nanoTime();
            if (accounting.isOn() && startNanos != NOT_TIMED) {
                int error = failure == null ? 0 : Outcome.errorClass(failure).code();
                statements.event(kind).record(end - startNanos, end, error);
            }
        } catch (Throwable t) {
            failures.caught(Place.TRANSACTION, t);
        }
    }
}
