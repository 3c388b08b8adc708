package dev.tollbooth.accounting.session;

import dev.tollbooth.accounting.digest.Digest;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one statement object runs now, reused for each of its executions so that none allocates, and then for those of
 * another statement of the session.
 *
 * <p>Thread-safe under this protocol: the session's {@code running} slots admit one execution of an instance at a
 * time, so it has one writer. The sequence number is odd while it runs; a reader takes it before and after reading
 * the other fields and discards what it read if it moved. A second thread that executes the same statement object
 * meanwhile has an instance of its own.
 */
@SuppressWarnings({"unused", "UnusedVariable"}) // the padding
public class Execution {

    private static final VarHandle SEQUENCE;
    private static final VarHandle SAMPLED_UNTIL;
    private static final VarHandle STATEMENT;
    private static final long NOT_RUNNING = -1;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            SEQUENCE = lookup.findVarHandle(Execution.class, "sequence", long.class);
            SAMPLED_UNTIL = lookup.findVarHandle(Execution.class, "sampledUntilNanos", long.class);
            STATEMENT = lookup.findVarHandle(Execution.class, "statement", Cancellable.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    // what each execution writes is a cache line from the object before, and what it seldom writes lies behind
    private long p0;
    private long p1;
    private long p2;
    private long p3;
    private long p4;

    private long startNanos;

    /** Up to when the tick may have counted the running time; by SAMPLED_UNTIL. */
    private long sampledUntilNanos;

    /** By SEQUENCE. */
    private long sequence;

    /** Whether the claim that was made last was of the session's slot, not beside it; written by who has claimed. */
    boolean inSlot;

    private final int number;
    private final Session session;
    /** Null while no statement has it; by STATEMENT, which also tells the next one what the one before has left. */
    private @Nullable Cancellable statement;

    private @Nullable Digest digest;
    private String user = "";
    private @Nullable RuCell cell;
    /** Null where the session has no limit, and before the first call. */
    private @Nullable WatchedCall watched;

    /** One statement object of {@code session}; {@code statement} is what a cancel is sent to. */
    public Execution(Session session, Cancellable statement) {
        this.session = session;
        this.statement = statement;
        this.number = session.nextStatementNumber();
    }

    /**
     * Goes to {@code next}, another statement of the session, by who has claimed this; or to none, by its statement while
     * it is idle. What ran last stays: most often the next is of the same text and user, and a reference that is not
     * written costs no collector's barrier.
     */
    protected final void moveTo(@Nullable Cancellable next) {
        STATEMENT.setRelease(this, next);
    }

    /** Returns whether {@code owner} has this, or none if that is null. */
    public final boolean isOf(@Nullable Cancellable owner) {
        return STATEMENT.getAcquire(this) == owner;
    }

    /**
     * Claims this for one execution, so that no other thread executes it until {@link #leave}, which is due.
     *
     * @return false where another thread has claimed it
     */
    public final boolean claim() {
        return session.claim(this);
    }

    /** Returns whether nothing has claimed this, a cancel that is on its way included. */
    public final boolean isIdle() {
        return !session.holds(this);
    }

    /** Whether the claim is of the session's slot: then no other thread executes this until it is left. */
    public final boolean holdsSlot() {
        return inSlot;
    }

    /** Shows this statement as running since {@code nowNanos}, its request units not being collected. */
    public boolean begin(Digest running, long nowNanos) {
        return begin(running, null, nowNanos);
    }

    /** Shows this statement as run by the session's user since {@code nowNanos}. */
    public boolean begin(Digest running, @Nullable RuCell collectedIn, long nowNanos) {
        return begin(running, session.user(), collectedIn, nowNanos);
    }

    /**
     * Shows this statement as running since {@code nowNanos}.
     *
     * @param by the user
     * @param collectedIn takes count and time each second while this runs; null where they are not collected
     * @return whether it is shown; only then is {@link #end(long)} due, from the same thread
     */
    public boolean begin(Digest running, String by, @Nullable RuCell collectedIn, long nowNanos) {
        if (!claim()) {
            return false;
        }
        executes(running, by);
        show(collectedIn, nowNanos);
        return true;
    }

    /** Sets what the execution that this is claimed for runs, and for whom. */
    public final void executes(Digest running, String by) {
        // mostly the same again
        if (digest != running) {
            digest = running;
            cell = null;
        }
        if (user != by) {
            user = by;
            cell = null;
        }
    }

    /** Shows what {@link #executes} has set as running since {@code nowNanos}; the arguments are as those of begin. */
    public final void show(@Nullable RuCell collectedIn, long nowNanos) {
        if (cell != collectedIn) {
            cell = collectedIn;
        }
        startNanos = nowNanos;
        sampledUntilNanos = nowNanos;
        QueryLimit limit = session.queryLimit();
        if (limit != null) {
            watch(limit);
        }
        SEQUENCE.setRelease(this, sequence + 1);
    }

    /**
     * Watches a call that fetches rows of the last execution; it isn't shown as running.
     *
     * @return whether it is watched; only then is {@link #end()} due, from the same thread
     */
    public boolean beginFetch() {
        QueryLimit limit = session.queryLimit();
        if (limit == null || !claim()) {
            return false;
        }
        try {
            digest = null;
            cell = null;
            watch(limit);
            SEQUENCE.setRelease(this, sequence + 1);
            return true;
        } catch (Throwable t) {
            abandon();
            throw t;
        }
    }

    private void watch(QueryLimit limit) {
        WatchedCall call = watched;
        if (call == null) {
            call = new WatchedCall();
            watched = call;
        }
        limit.begin(call);
    }

    /** Shows this statement as idle; waits for a cancel that is on its way to it, at most as long as that says. */
    public void end() {
        SEQUENCE.setVolatile(this, sequence + 1);
        leave();
    }

    /** Gives up a claim, after {@link #finish} where it was shown; waits for a cancel as {@link #end()} does. */
    public final void leave() {
        CancelInFlight cancel = session.release(this);
        WatchedCall call = watched;
        if (cancel != null && call != null) {
            call.endedWith = cancel;
        }
    }

    /**
     * Returns how the call that this thread ended last was over its limit, null if no cancel was sent to it. It may have
     * ended well all the same.
     */
    public @Nullable OverLimit overLimit() {
        CancelInFlight cancel = watched == null ? null : watched.endedWith;
        return cancel == null ? null : cancel.over();
    }

    /** Counts the call that this thread ended last as ended by its limit. */
    public void cancelledByLimit() {
        QueryLimit limit = session.queryLimit();
        if (limit != null) {
            limit.cancelled();
        }
    }

    /** Puts a cancel in the slot if the call that runs is over the limit, and returns it to be sent; otherwise null. */
    @Nullable
    CancelInFlight cancelOver(QueryLimit limit) {
        long before = (long) SEQUENCE.getAcquire(this);
        WatchedCall call = watched;
        if ((before & 1) == 0 || call == null) {
            return null;
        }
        long thread = call.threadId;
        long begun = call.allocatedAtBegin;
        VarHandle.loadLoadFence();
        if (before != (long) SEQUENCE.getAcquire(this)) {
            return null;
        }
        long bytes = limit.bytesOver(thread, begun);
        if (bytes == 0) {
            return null;
        }
        CancelInFlight cancel =
                new CancelInFlight(this, new OverLimit(bytes, limit.limitBytes()), limit.cancelTimeoutNanos());
        if (!session.exchange(this, this, cancel)) {
            return null;
        }
        // it may have ended and begun anew before the slot was taken; from now on it can't end
        if (before == (long) SEQUENCE.getAcquire(this)) {
            return cancel;
        }
        dropped(cancel);
        return null;
    }

    /** Takes back a cancel that is not to be sent. */
    void dropped(CancelInFlight cancel) {
        session.exchange(this, cancel, this);
        cancel.dropped();
    }

    /** Cancels the call that runs, an execution or a fetch. */
    void cancelCall() throws Exception {
        Cancellable running = statement;
        if (running == null) {
            return;
        }
        if (digest == null) {
            running.cancelFetch();
        } else {
            running.cancel();
        }
    }

    /** Returns the loader of the statement's class. */
    @Nullable
    ClassLoader classLoader() {
        Cancellable running = statement;
        return running == null ? null : running.getClass().getClassLoader();
    }

    /**
     * As {@link #end()}.
     *
     * @return when it ended, as far as the cell is concerned: not before what the tick has counted already
     */
    public long end(long endNanos) {
        long end = finish(endNanos);
        leave();
        return end;
    }

    /**
     * Shows this statement as idle, still claimed: no other thread executes it until {@link #leave}, which is due.
     *
     * @return as {@link #end(long)}
     */
    public final long finish(long endNanos) {
        SEQUENCE.setVolatile(this, sequence + 1);
        if (cell == null) {
            return endNanos;
        }
        // after a volatile write: the tick writes this, then looks at the sequence
        long sampled = (long) SAMPLED_UNTIL.getVolatile(this);
        return sampled - startNanos > 0 && sampled - endNanos > 0 ? sampled : endNanos;
    }

    /**
     * Returns how much of the time of the execution that ended last the tick may have counted, in nanoseconds: what a
     * finish under another plan leaves with the plan of the begin, together with the count.
     */
    public long sampledNanos() {
        return Math.max(0, (long) SAMPLED_UNTIL.getVolatile(this) - startNanos);
    }

    /**
     * Gives up a claim after a failure, wherever that was: from here on nothing is shown as running. The caller still has
     * the claim.
     */
    public final void abandon() {
        if ((sequence & 1) != 0) {
            SEQUENCE.setVolatile(this, sequence + 1);
        }
        leave();
    }

    /** Returns when what runs or ran last has begun. */
    public final long startNanos() {
        return startNanos;
    }

    /** Returns what runs or ran last. */
    public final Digest digest() {
        return Objects.requireNonNull(digest);
    }

    /** Returns whom that is accounted to. */
    public final String user() {
        return user;
    }

    /** Returns what takes the request units of what runs or ran last, null where they are not collected. */
    public final @Nullable RuCell cell() {
        return cell;
    }

    /**
     * Returns the cell of the last execution if that was of {@code running}, which {@link #executes} was called with, and of
     * the same user; null else and for a cell of others.
     */
    public final @Nullable RuCell cellOf(Digest running) {
        RuCell last = cell;
        return last != null && last.digest == running ? last : null;
    }

    /**
     * Takes the running time up to {@code nowNanos} for the tick: a finish after it counts at least as much.
     *
     * @param take false only asks whether it runs
     * @return the nanoseconds since its begin, negative if this does not run for a cell, or is just ending
     */
    long sample(long nowNanos, boolean take) {
        long before = (long) SEQUENCE.getAcquire(this);
        RuCell target = cell;
        long started = startNanos;
        VarHandle.loadLoadFence();
        if ((before & 1) == 0 || target == null || before != (long) SEQUENCE.getAcquire(this)) {
            return NOT_RUNNING;
        }
        if (take && nowNanos - started > 0) {
            SAMPLED_UNTIL.setVolatile(this, nowNanos);
        }
        VarHandle.fullFence();
        // who ends after this sees the time that was written before
        boolean runs = before == (long) SEQUENCE.getAcquire(this);
        return runs ? Math.max(0, nowNanos - started) : NOT_RUNNING;
    }

    /** Returns what runs now, or null if nothing does. */
    @Nullable
    RunningStatement read(long nowNanos) {
        long before = (long) SEQUENCE.getAcquire(this);
        Digest seen = digest;
        String by = user;
        long started = startNanos;
        Long bytes = clientBytes();
        VarHandle.loadLoadFence();
        if ((before & 1) == 0 || seen == null || before != (long) SEQUENCE.getAcquire(this)) {
            return null;
        }
        String id = session.id() + "." + number + "." + (before >>> 1);
        return new RunningStatement(id, by, seen, Math.max(0, nowNanos - started), null, bytes);
    }

    private @Nullable Long clientBytes() {
        QueryLimit limit = session.queryLimit();
        WatchedCall call = watched;
        long bytes = limit == null || call == null ? -1 : limit.bytes(call.threadId, call.allocatedAtBegin);
        return bytes < 0 ? null : bytes;
    }

    /** Whether {@code id} names what runs now. */
    boolean isRunning(String id) {
        RunningStatement now = read(startNanos);
        return now != null && now.id().equals(id);
    }
}
