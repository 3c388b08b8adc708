package dev.tollbooth.statement;

import org.jspecify.annotations.Nullable;

/**
 * One row of {@code events_statements_summary_global_by_event_name} at one moment.
 *
 * @param kind EVENT_NAME
 * @param count COUNT_STAR
 * @param sumNanos SUM_TIMER_WAIT in nanoseconds
 * @param minNanos MIN_TIMER_WAIT in nanoseconds; 0 without events
 * @param maxNanos MAX_TIMER_WAIT in nanoseconds
 * @param errors SUM_ERRORS
 * @param rowsAffected SUM_ROWS_AFFECTED, as far as the driver reported them; null if it reported none and {@code
 *     rowsUnknown} is not 0
 * @param rowsUnknown ROWS_UNKNOWN: executions whose affected rows the driver did not report completely
 * @param rowsSent SUM_ROWS_SENT
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

    /** {@return AVG_TIMER_WAIT in nanoseconds, rounded down; 0 without events} */
    public long avgNanos() {
        return count == 0 ? 0 : sumNanos / count;
    }
}
