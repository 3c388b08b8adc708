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
 * The shared context of one instance's connections: clock, switches, counters and readers.
 *
 * <p>Thread-safe, as its parts are.
 *
 * @param attribution the digest, user and origin of executions
 * @param costs the readers of an execution's costs
 * @param notices the recorders of single events
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

    /** The start of an event that is not timed. */
    public static final long NOT_TIMED = Long.MIN_VALUE;

    /**
     * Returns the ticker's reading. If the ticker fails, counts that at {@code place} and returns {@link #NOT_TIMED}.
     */
    public long start(Place place) {
        try {
            return ticker.nanoTime();
        } catch (Throwable t) {
            failures.caught(place, t);
            return NOT_TIMED;
        }
    }

    /**
     * Counts a commit, rollback or connect that began at {@code startNanos} and has ended now, perhaps by a failure.
     */
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

    /**
     * Counts a failure of accounting, which the application does not see. If the stack is too full, the next execution
     * counts it.
     */
    public void caught(Place place, Throwable failure) {
        try {
            failures.caught(place, failure);
        } catch (VirtualMachineError | LinkageError more) {
            failures.uncounted++;
        }
    }
}
