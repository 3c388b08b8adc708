package dev.tollbooth.accounting.session;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.digest.Sha256;
import dev.tollbooth.accounting.ru.RuOwner;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.ReferenceQueue;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One JDBC connection: who uses it and what runs on it now.
 *
 * <p>Thread-safe. Nothing is kept of an execution that has ended, so a session keeps no statement alive. The first
 * execution takes the slot by one compare-and-set; only where several threads run statements of one connection at
 * once do the further ones go to a map. The slot shares no cache line with another session's.
 */
@SuppressWarnings({"unused", "UnusedVariable"}) // the padding
public final class Session extends RunningSlot {

    private static final VarHandle RUNNING;

    static {
        try {
            RUNNING = MethodHandles.lookup().findVarHandle(RunningSlot.class, "running", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long id;
    // behind the slot, as in front of it
    private long q0;
    private long q1;
    private long q2;
    private volatile String user;
    private final AtomicInteger statementNumbers = new AtomicInteger();

    /** These two are written without care for races, which are rare: a figure for the memory trace. */
    private int openedStatements;

    private int closedStatements;

    /** Executions beside the one in {@link #running}, each with itself or its cancel; null until there is one. */
    private volatile @Nullable ConcurrentHashMap<Execution, Object> alsoRunning;

    private final SessionCells cells;
    private final @Nullable QueryLimit limit;

    Session(long id, String user, ReferenceQueue<Session> leaked, CellBudget budget, @Nullable QueryLimit limit) {
        this.limit = limit;
        this.id = id;
        this.user = user;
        this.cells = new SessionCells(this, leaked, budget);
    }

    SessionCells cells() {
        return cells;
    }

    /**
     * Returns the cell that takes what executions of a statement spend from now on; allocates nothing where it was
     * asked for a short while ago. Above the bounds of the session tier it is the cell of others.
     *
     * @param plan {@link Sha256#NONE} where it is not known
     * @param ruPerNano request units that the source counts for a nanosecond of time, the same for all of a source; 0
     *     where it is told by the server
     */
    public RuCell ruCell(RuOwner owner, Digest digest, Sha256 plan, double ruPerNano) {
        return cells.cell(owner, digest, plan, ruPerNano);
    }

    /** Returns the cell that takes what {@code retired} took, for executions of {@code digest}. */
    public RuCell again(RuCell retired, Digest digest) {
        return cells.cell(retired.owner(), digest, retired.key.plan(), retired.ruPerNano);
    }

    /** Returns the number of this session, unique in its registry. */
    public long id() {
        return id;
    }

    /** Returns the user whom executions are accounted to; empty where it is not known. */
    public String user() {
        return user;
    }

    /** Sets the user of the executions from now on. */
    public void setUser(String name) {
        user = name;
    }

    /** How much a driver's call may allocate, null where there's no limit. */
    @Nullable
    QueryLimit queryLimit() {
        return limit;
    }

    /** Counts a statement of this connection. */
    public void statementOpened() {
        openedStatements++;
    }

    /** Tells that one of its statements was closed. */
    public void statementClosed() {
        closedStatements++;
    }

    /** Returns about how many of its statements are not closed; those that the driver closes itself count as open. */
    int openStatements() {
        return Math.max(0, openedStatements - closedStatements);
    }

    int nextStatementNumber() {
        return statementNumbers.incrementAndGet();
    }

    boolean claim(Execution execution) {
        if (RUNNING.compareAndSet(this, null, execution)) {
            ConcurrentHashMap<Execution, Object> others = alsoRunning;
            if (others == null || !others.containsKey(execution)) {
                if (!execution.inSlot) {
                    execution.inSlot = true;
                }
                return true;
            }
            releaseSlot(execution);
            return false;
        }
        Object first = running;
        if (first == execution || (first instanceof CancelInFlight cancel && cancel.execution == execution)) {
            return false;
        }
        if (others().putIfAbsent(execution, execution) != null) {
            return false;
        }
        if (executionOf(running) == execution) {
            // claimed since: of who puts it here and who puts it there, one sees the other
            releaseOther(execution);
            return false;
        }
        execution.inSlot = false;
        return true;
    }

    /**
     * Gives up what {@link #claim} took. Its sequence was moved by a volatile write before: who puts a cancel here sees
     * that, or the cancel is seen here.
     *
     * @return the cancel that was sent to {@code execution} and stood in its place, null if there was none
     */
    @Nullable
    CancelInFlight release(Execution execution) {
        if (!execution.inSlot) {
            return releaseOther(execution);
        }
        if (running == execution) {
            // a cancel that gets in here finds the sequence moved, and is dropped
            RUNNING.setRelease(this, (Object) null);
            return null;
        }
        return releaseSlot(execution);
    }

    private @Nullable CancelInFlight releaseSlot(Execution execution) {
        while (!RUNNING.compareAndSet(this, execution, null)) {
            Object now = running;
            if (now instanceof CancelInFlight cancel && cancel.execution == execution) {
                join(cancel);
                if (RUNNING.compareAndSet(this, cancel, null)) {
                    return cancel;
                }
            } else if (now != execution) {
                return null; // it has not claimed the slot
            }
        }
        return null;
    }

    private @Nullable CancelInFlight releaseOther(Execution execution) {
        ConcurrentHashMap<Execution, Object> others = others();
        while (!others.remove(execution, execution)) {
            if (!(others.get(execution) instanceof CancelInFlight cancel)) {
                return null;
            }
            join(cancel);
            if (others.remove(execution, cancel)) {
                return cancel;
            }
        }
        return null;
    }

    private void join(CancelInFlight cancel) {
        if (!cancel.await() && limit != null) {
            limit.suspect();
        }
    }

    /** Puts {@code next} in the place of {@code expected}, the execution or a cancel of it; false if it isn't there. */
    boolean exchange(Execution execution, Object expected, Object next) {
        boolean exchanged = RUNNING.compareAndSet(this, expected, next);
        if (!exchanged) {
            ConcurrentHashMap<Execution, Object> others = alsoRunning;
            exchanged = others != null && others.replace(execution, expected, next);
        }
        // what is read of the execution after this is not older
        VarHandle.fullFence();
        return exchanged;
    }

    /** Whether {@code execution} has not left its slot yet. */
    boolean holds(Execution execution) {
        if (executionOf(running) == execution) {
            return true;
        }
        ConcurrentHashMap<Execution, Object> others = alsoRunning;
        return others != null && others.containsKey(execution);
    }

    /** Returns whether nothing runs now. */
    public boolean isIdle() {
        ConcurrentHashMap<Execution, Object> others = alsoRunning;
        return running == null && (others == null || others.isEmpty());
    }

    /** Gives {@code visitor} what may run now. */
    void forEachExecution(Consumer<Execution> visitor) {
        Execution first = executionOf(running);
        if (first != null) {
            visitor.accept(first);
        }
        ConcurrentHashMap<Execution, Object> others = alsoRunning;
        if (others != null) {
            others.keySet().forEach(visitor);
        }
    }

    private static @Nullable Execution executionOf(@Nullable Object slot) {
        return slot instanceof CancelInFlight cancel ? cancel.execution : (Execution) slot;
    }

    private synchronized ConcurrentHashMap<Execution, Object> others() {
        ConcurrentHashMap<Execution, Object> map = alsoRunning;
        if (map == null) {
            map = new ConcurrentHashMap<>();
            alsoRunning = map;
        }
        return map;
    }

    /** Adds what runs now to {@code target}. */
    void read(long nowNanos, List<RunningStatement> target) {
        forEachExecution(execution -> {
            RunningStatement now = execution.read(nowNanos);
            if (now != null) {
                target.add(now);
            }
        });
    }

    /**
     * Sends a cancel to the execution that {@code runningId} names, if it still runs; it can't end meanwhile.
     *
     * @return whether it was running and the cancel was sent
     * @throws Exception what the driver's cancel threw
     */
    boolean cancel(String runningId) throws Exception {
        if (cancel(running, runningId)) {
            return true;
        }
        ConcurrentHashMap<Execution, Object> others = alsoRunning;
        if (others == null) {
            return false;
        }
        for (Object slot : others.values()) {
            if (cancel(slot, runningId)) {
                return true;
            }
        }
        return false;
    }

    private boolean cancel(@Nullable Object slot, String runningId) throws Exception {
        Execution execution = executionOf(slot);
        if (slot == null || execution == null || !execution.isRunning(runningId)) {
            return false;
        }
        OverLimit over = null;
        if (slot instanceof CancelInFlight before) {
            if (!before.isSent()) {
                return false;
            }
            over = before.over();
        }
        CancelInFlight cancel = new CancelInFlight(execution, over, CancelInFlight.USUAL_TIMEOUT_NANOS);
        if (!exchange(execution, slot, cancel)) {
            return false;
        }
        try {
            // it may have ended and begun anew before the slot was taken
            if (!execution.isRunning(runningId) || !cancel.begin()) {
                return false;
            }
            execution.cancelCall();
            return true;
        } finally {
            exchange(execution, cancel, slot);
            cancel.sent();
        }
    }
}
