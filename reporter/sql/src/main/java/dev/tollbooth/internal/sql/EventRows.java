package dev.tollbooth.internal.sql;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.statement.EventKind;
import dev.tollbooth.statement.EventSnapshot;
import java.util.Arrays;
import java.util.Iterator;

/**
 * The rows of {@code events_statements_summary_global_by_event_name}, one for each kind of event.
 *
 * @param statements the statement table
 */
record EventRows(StatementTable statements) implements LiveRows<EventSnapshot> {

    private static final int NAME_LENGTH = 128;

    static LiveColumns<EventSnapshot> columns() {
        return new LiveColumns<EventSnapshot>(Figures::of)
                .text("event_name", NAME_LENGTH, row -> row.kind().eventName())
                .figures(Figure.OF_EVENTS);
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
