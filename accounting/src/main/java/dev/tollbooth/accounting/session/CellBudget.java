package dev.tollbooth.accounting.session;

import dev.tollbooth.accounting.ru.RuKey;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the sessions of one registry share of their cells: whether any are given, how many there may be, and the one
 * that takes what ends while none are given. Thread-safe.
 */
final class CellBudget {

    private final int keysPerSession;
    private final int maxCells;
    private final AtomicInteger cells = new AtomicInteger();
    private final ConcurrentLinkedQueue<SessionCells> closed = new ConcurrentLinkedQueue<>();
    private volatile boolean collecting;
    private final RuCell late = new RuCell(RuKey.globalOthers(""), null, 0);

    /** At most {@code keysPerSession} new keys a session between two ticks, and {@code maxCells} in all. */
    CellBudget(int keysPerSession, int maxCells) {
        this.keysPerSession = keysPerSession;
        this.maxCells = maxCells;
    }

    boolean isCollecting() {
        return collecting;
    }

    void setCollecting(boolean now) {
        collecting = now;
    }

    /** Whether a session that has this many cells, of them so many since the last tick, may have one more; takes it. */
    boolean take(int newCells, int sessionCells) {
        if (newCells >= keysPerSession || sessionCells >= 2 * keysPerSession) {
            return false;
        }
        if (cells.incrementAndGet() > maxCells) {
            cells.decrementAndGet();
            return false;
        }
        return true;
    }

    /** Takes one whatever the limits are. */
    void takeAnyway() {
        cells.incrementAndGet();
    }

    void giveBack() {
        cells.decrementAndGet();
    }

    int cells() {
        return cells.get();
    }

    /** Of sessions that were closed or leaked, with cells that may not be drained; one may be in it twice. */
    ConcurrentLinkedQueue<SessionCells> closed() {
        return closed;
    }

    /** What ended while nothing was collected. */
    RuCell late() {
        return late;
    }
}
