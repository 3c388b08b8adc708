package dev.tollbooth.internal.table;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.statement.ErrorClass;
import dev.tollbooth.statement.EventKind;
import dev.tollbooth.statement.EventSnapshot;
import java.util.EnumMap;
import java.util.Map;

/**
 * The live row of one kind of event without statement text, such as a commit.
 *
 * <p>Thread-safe: guarded by the table's lock, which all methods but {@link #add} take.
 */
public final class EventStats {

    private final EventKind kind;
    private final TableLock lock;
    private Totals totals = new Totals(); // guarded by lock
    private long countBefore; // the count before the last reset; guarded by lock

    EventStats(EventKind kind, TableLock lock) {
        this.kind = kind;
        this.lock = lock;
    }

    /** Returns a row for each kind of event except statements, which have rows of their own. */
    static Map<EventKind, EventStats> ofAllKinds(TableLock lock) {
        Map<EventKind, EventStats> rows = new EnumMap<>(EventKind.class);
        for (EventKind kind : EventKind.values()) {
            if (kind != EventKind.STATEMENT) {
                rows.put(kind, new EventStats(kind, lock));
            }
        }
        return rows;
    }

    /**
     * Counts one event; the caller holds the table's lock.
     *
     * @param elapsedNanos the event's duration in nanoseconds; below 0 counts as 0
     * @param endNanos the ticker's reading at the event's end
     * @param errorClass {@link ErrorClass#code}; 0 for none
     */
    public void add(long elapsedNanos, long endNanos, int errorClass) {
        totals.add(elapsedNanos, endNanos, 0, 0, errorClass);
    }

    /**
     * Counts one event, on a thread of the application.
     *
     * @throws StuckLockException if the lock can't be taken
     */
    public void record(long elapsedNanos, long endNanos, int errorClass) {
        lock.lockWithPatience();
        try {
            add(elapsedNanos, endNanos, errorClass);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the events since the last reset. */
    public EventSnapshot snapshot() {
        lock.lock();
        try {
            return totals.event(kind);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the number and duration of the events since the last reset. */
    Figures figures() {
        EventSnapshot now = snapshot();
        return Figures.builder()
                .set(Figure.COUNT, now.count())
                .set(Figure.TIME, now.sumNanos())
                .build();
    }

    /** Returns the number of events since the start; a reset keeps it. */
    public long countOfAll() {
        lock.lock();
        try {
            return countBefore + totals.count;
        } finally {
            lock.unlock();
        }
    }

    void reset() {
        Totals fresh = new Totals();
        lock.lock();
        try {
            countBefore += totals.count;
            totals = fresh;
        } finally {
            lock.unlock();
        }
    }
}
