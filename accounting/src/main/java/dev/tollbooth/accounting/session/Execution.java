package dev.tollbooth.accounting.session;

import dev.tollbooth.accounting.digest.Digest;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * What one statement object runs now, reused for each of its executions so that none allocates.
 *
 * <p>Thread-safe under this protocol: the session's {@code running} slots admit one execution of an instance at a
 * time, so it has one writer. The sequence number is odd while it runs; a reader takes it before and after reading
 * the other fields and discards what it read if it moved. A second thread that executes the same statement object
 * meanwhile is accounted, but not shown as running.
 */
public final class Execution {

    private static final VarHandle SEQUENCE;

    static {
        try {
            SEQUENCE = MethodHandles.lookup().findVarHandle(Execution.class, "sequence", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Session session;
    private final Cancellable statement;
    private final int number;

    @SuppressWarnings("unused") // by SEQUENCE
    private int sequence;

    private @Nullable Digest digest;
    private long startNanos;

    /** One statement object of {@code session}; {@code statement} is what a cancel is sent to. */
    public Execution(Session session, Cancellable statement) {
        this.session = session;
        this.statement = statement;
        this.number = session.nextStatementNumber();
    }

    /**
     * Shows this statement as running since {@code nowNanos}.
     *
     * @return whether it is shown; only then is {@link #end} due, from the same thread
     */
    public boolean begin(Digest running, long nowNanos) {
        if (!session.claim(this)) {
            return false;
        }
        digest = running;
        startNanos = nowNanos;
        SEQUENCE.setRelease(this, sequence + 1);
        return true;
    }

    /** Shows this statement as idle; waits for a cancel that is on its way to it, at most two seconds. */
    public void end() {
        SEQUENCE.setRelease(this, sequence + 1);
        session.release(this);
    }

    /** Returns what runs now, or null if nothing does. */
    @Nullable
    RunningStatement read(long nowNanos) {
        int before = (int) SEQUENCE.getAcquire(this);
        Digest seen = digest;
        long started = startNanos;
        VarHandle.loadLoadFence();
        if ((before & 1) == 0 || seen == null || before != (int) SEQUENCE.getAcquire(this)) {
            return null;
        }
        String id = session.id() + "." + number + "." + (before >>> 1);
        return new RunningStatement(id, session.user(), seen, Math.max(0, nowNanos - started));
    }

    /** Whether {@code id} names what runs now. */
    boolean isRunning(String id) {
        RunningStatement now = read(startNanos);
        return now != null && now.id().equals(id);
    }

    void cancel() throws Exception {
        statement.cancel();
    }
}
