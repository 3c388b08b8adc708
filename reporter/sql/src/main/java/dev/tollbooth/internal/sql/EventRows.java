package dev.tollbooth.internal.sql;

import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.statement.EventKind;
import dev.tollbooth.statement.EventSnapshot;
import java.util.Arrays;
import java.util.Iterator;

/**
 * The rows of {@code events_statements_summary_global_by_event_name}, one for each kind of event.
 *
 * @param statements where they are counted
 */
record EventRows(StatementTable statements) implements LiveRows<EventSnapshot> {

    private static final int NAME_LENGTH = 128;

    static LiveColumns<EventSnapshot> columns() {
        return new LiveColumns<EventSnapshot>()
                .text("event_name", NAME_LENGTH, row -> row.kind().eventName())
                .whole("count_star", EventSnapshot::count)
                .time("sum_timer_wait", EventSnapshot::sumNanos)
                .time("min_timer_wait", EventSnapshot::minNanos)
                .time("avg_timer_wait", EventSnapshot::avgNanos)
                .time("max_timer_wait", EventSnapshot::maxNanos)
                .whole("sum_errors", EventSnapshot::errors)
                .wholeOrNull("sum_rows_affected", EventSnapshot::rowsAffected)
                .whole("sum_rows_sent", EventSnapshot::rowsSent)
                .whole("rows_unknown", EventSnapshot::rowsUnknown);
    }

    @Override
    public Iterator<EventSnapshot> find(Search search) {
        return Arrays.stream(EventKind.values()).map(statements::event).iterator();
    }

    @Override
    public long approximateCount() {
        return EventKind.values().length;
    }

    @Override
    public void truncate() {
        statements.resetEvents();
    }
}
