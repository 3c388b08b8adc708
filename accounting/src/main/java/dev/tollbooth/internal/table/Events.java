package dev.tollbooth.internal.table;

import dev.tollbooth.statement.EventKind;
import java.util.EnumMap;
import java.util.Map;

/**
 * The live rows of events besides statements: commits, rollbacks, connects.
 *
 * <p>Thread-safe: the rows are thread-safe, and their map does not change.
 */
final class Events {

    private final Map<EventKind, EventStats> rows = new EnumMap<>(EventKind.class);

    Events(TableLock lock) {
        for (EventKind kind : EventKind.values()) {
            if (kind != EventKind.STATEMENT) {
                rows.put(kind, new EventStats(kind, lock));
            }
        }
    }

    EventStats row(EventKind kind) {
        EventStats row = rows.get(kind);
        if (row == null) {
            throw new IllegalArgumentException(
                    "no live row: kind=" + kind + " is the sum of all statements, record to a StatementStats");
        }
        return row;
    }

    void reset() {
        rows.values().forEach(EventStats::reset);
    }
}
