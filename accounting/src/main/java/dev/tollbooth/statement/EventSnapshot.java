package dev.tollbooth.statement;

import org.jspecify.annotations.Nullable;

/**
 * One row of {@code events_statements_summary_global_by_event_name} at one moment.
 *
 * @param kind the kind of event (EVENT_NAME)
 * @param count the number of events (COUNT_STAR)
 * @param sumNanos the total duration in nanoseconds (SUM_TIMER_WAIT)
 * @param minNanos the shortest duration in nanoseconds (MIN_TIMER_WAIT); 0 without events
 * @param maxNanos the longest duration in nanoseconds (MAX_TIMER_WAIT)
 * @param errors the number of failed events (SUM_ERRORS)
 * @param rowsAffected the rows affected, as far as the driver reported them (SUM_ROWS_AFFECTED); null if it reported
 *     none and {@code rowsUnknown} is not 0
 * @param rowsUnknown executions whose affected rows the driver did not report completely (ROWS_UNKNOWN)
 * @param rowsSent rows that the application read (SUM_ROWS_SENT)
 */
public record EventSnapshot(
        EventKind kind,
        long count,
        long sumNanos,
        long minNanos,
        long maxNanos,
        long errors,
        @Nullable Long rowsAffected,
        long rowsUnknown,
        long rowsSent) {

    /** {@return the mean duration in nanoseconds (AVG_TIMER_WAIT), rounded down; 0 without events} */
    public long avgNanos() {
        return count == 0 ? 0 : sumNanos / count;
    }
}
