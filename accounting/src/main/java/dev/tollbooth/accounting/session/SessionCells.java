package dev.tollbooth.accounting.session;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.digest.Sha256;
import dev.tollbooth.accounting.ru.IncrementSink;
import dev.tollbooth.accounting.ru.IncrementSource.Drain;
import dev.tollbooth.accounting.ru.RuOwner;
import dev.tollbooth.accounting.ru.RuTotals;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The cells of one connection: a few recently used ones that are found without a lookup, and all by key.
 * Refers to its session weakly, and is what the registry holds of it.
 *
 * <p>Thread-safe: threads of the connection find and make cells, one tick at a time drains and retires them. Outlives
 * its session until the tick has seen all. Cells of others are few and never retired while the session is open, so
 * that an execution that the tick took as running is credited to the same cell at its end.
 */
final class SessionCells extends WeakReference<Session> {

    private static final int RECENT = 8;
    private static final int MAX_OTHERS = 16;

    private final CellBudget budget;
    /** Each element is written and read racily: a cell's identity is final, and an older one does as well. */
    private final RuCell[] recent = new RuCell[RECENT];

    private final ConcurrentHashMap<CellKey, RuCell> cells = new ConcurrentHashMap<>(4);
    private final AtomicInteger others = new AtomicInteger();

    /** How many ticks there were: a tick takes no lock that a statement may wait for. */
    private final AtomicInteger ticks = new AtomicInteger();

    private int madeSinceTick; // guarded by this
    private int madeInTick; // guarded by this

    private volatile boolean closed;
    final long sessionId;

    SessionCells(Session session, ReferenceQueue<Session> leaked, CellBudget budget) {
        super(session, leaked);
        this.sessionId = session.id();
        this.budget = budget;
    }

    /** The session was closed or leaked: cells go once they are drained. */
    void close() {
        closed = true;
        if (!cells.isEmpty()) {
            budget.closed().add(this);
        }
    }

    RuCell cell(RuOwner owner, Digest digest, Sha256 plan, double ruPerNano) {
        int slot = (digest.hashCode() ^ plan.hashCode()) & (RECENT - 1);
        RuCell last = recent[slot];
        if (last != null && last.isOf(owner, digest, plan) && !last.isRetired()) {
            return last;
        }
        CellKey key = CellKey.statement(owner, digest, plan);
        if (!budget.isCollecting()) {
            return new OffCell(key, ruPerNano, budget.late());
        }
        RuCell found = cells.get(key);
        if (found == null || found.isRetired()) {
            found = make(key, digest, ruPerNano);
        }
        if (!found.key.isOthers()) {
            recent[slot] = found;
        }
        return found;
    }

    private synchronized RuCell make(CellKey key, Digest digest, double ruPerNano) {
        RuCell found = cells.get(key);
        if (found != null && !found.isRetired()) {
            return found;
        }
        int tick = ticks.get();
        if (madeInTick != tick) {
            madeInTick = tick;
            madeSinceTick = 0;
        }
        if (budget.take(madeSinceTick, cells.size(), digest)) {
            madeSinceTick++;
            return put(new RuCell(key, ruPerNano));
        }
        CellKey mine = CellKey.userOthers(key.owner());
        CellKey all = CellKey.globalOthers(key.owner().source());
        found = cells.get(mine);
        found = found != null || others.get() < MAX_OTHERS ? found : cells.get(all);
        if (found != null && !found.isRetired()) {
            return found;
        }
        budget.takeAnyway(null);
        CellKey free = others.getAndIncrement() < MAX_OTHERS ? mine : all;
        return put(new RuCell(free, ruPerNano));
    }

    /** Gives a running execution, whose cell was retired just before it began, a cell that the next tick will find. */
    private void replace(RuCell retired) {
        budget.takeAnyway(retired.digest);
        put(new RuCell(retired.key, retired.ruPerNano));
    }

    /** Puts a cell in, unless a statement or the tick was faster; returns the one that is in. */
    private RuCell put(RuCell cell) {
        RuCell found = cells.putIfAbsent(cell.key, cell);
        while (found != null && !(found.isRetired() && cells.replace(cell.key, found, cell))) {
            if (!found.isRetired()) {
                budget.giveBack(cell.digest);
                return found;
            }
            found = cells.putIfAbsent(cell.key, cell);
        }
        // a result set that ends after its connection
        if (closed) {
            budget.closed().add(this);
        }
        return cell;
    }

    /**
     * Gives {@code sink} what was spent since the last drain.
     *
     * @return whether nothing is left
     */
    boolean drain(long nowNanos, Drain how, CellReadings readings, IncrementSink sink) {
        if (cells.isEmpty()) {
            return true;
        }
        // null if leaked: nothing runs, nothing more will come
        Session session = get();
        readings.clear();
        // what has finished is read before what runs: an execution that ends in between is missed now, never doubled
        for (RuCell cell : cells.values()) {
            readings.read(cell);
        }
        if (session != null) {
            session.forEachExecution(execution -> {
                long elapsed = execution.sample(nowNanos, how != Drain.FINISHED_ONLY);
                RuCell cell = execution.cell();
                if (elapsed < 0 || cell == null) {
                    return;
                }
                RuCell current = cell.isRetired() ? cells.get(cell.key) : cell;
                if (current == null || current.isRetired()) {
                    replace(cell);
                } else {
                    readings.run(current, elapsed);
                }
            });
        }
        boolean retireAll = closed || how != Drain.SAMPLE;
        for (int i = 0; i < readings.size; i++) {
            RuCell cell = readings.cells[i];
            boolean idle = !readings.give(i, how != Drain.FINISHED_ONLY, sink);
            boolean mayRetire = retireAll || (idle && !cell.key.isOthers());
            if (session == null) {
                cell.retire();
                remove(cell);
            } else if (mayRetire && readings.runningCount[i] == 0 && cell.retireIfSeen()) {
                remove(cell);
            }
        }
        ticks.incrementAndGet();
        forgetRetired();
        return cells.isEmpty();
    }

    /** Adds what was spent and not drained yet to {@code target}. */
    void undrained(RuTotals target) {
        CellTotals now = new CellTotals();
        for (RuCell cell : cells.values()) {
            CellTotals seen = cell.seen;
            if (cell.copyInto(now)) {
                long nanos = now.durationNanos - seen.durationNanos;
                target.add(
                        now.ru - seen.ru + nanos * cell.ruPerNano,
                        now.execCount - seen.execCount,
                        nanos,
                        now.unknownCount - seen.unknownCount,
                        now.offCount - seen.offCount);
            }
        }
    }

    private void remove(RuCell retired) {
        cells.remove(retired.key, retired);
        budget.giveBack(retired.digest);
        if (retired.key.isOthers()) {
            others.decrementAndGet();
        }
    }

    /** Lets go of retired cells, which would keep their texts alive. */
    private void forgetRetired() {
        for (int i = 0; i < RECENT; i++) {
            RuCell cell = recent[i];
            if (cell != null && cell.isRetired()) {
                recent[i] = null;
            }
        }
    }
}
