package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.control.AccountingSwitch;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.statement.EventKind;
import org.jspecify.annotations.Nullable;

/**
 * The measuring parts of one instance, shared by all of its connections.
 *
 * <p>Thread-safe, as its parts are.
 *
 * @param attribution what an execution is counted as
 * @param costs what an execution's costs are read with
 * @param notices what is told beside the figures
 */
public record AccountingContext(
        Ticker ticker,
        AccountingSwitch accounting,
        Failures failures,
        StatementTable statements,
        SessionRegistry sessions,
        Attribution attribution,
        ExecutionCosts costs,
        EventRecorders notices) {

    /** In place of a ticker's reading: there is none, and so no event. */
    public static final long NOT_TIMED = Long.MIN_VALUE;

    /** Returns when what is to be timed begins now; a ticker that fails is counted at {@code place}. */
    public long start(Place place) {
        try {
            return ticker.nanoTime();
        } catch (Throwable t) {
            failures.caught(place, t);
            return NOT_TIMED;
        }
    }

    /** Times a commit, rollback or connect that began at {@code startNanos} and has ended now, perhaps by a failure. */
    public void event(EventKind kind, long startNanos, @Nullable Throwable failure) {
        try {
            long end = ticker.nanoTime();
            if (accounting.isOn() && startNanos != NOT_TIMED) {
                int error =
                        failure == null ? 0 : OutcomeReader.errorClass(failure).code();
                statements.eventStats(kind).record(end - startNanos, end, error);
            }
        } catch (Throwable t) {
            failures.caught(Place.TRANSACTION, t);
        }
    }

    /** Counts a failure of ours, which the application does not see; where the stack is too full to count it, later. */
    public void caught(Place place, Throwable failure) {
        try {
            failures.caught(place, failure);
        } catch (VirtualMachineError | LinkageError more) {
            failures.uncounted++;
        }
    }
}
