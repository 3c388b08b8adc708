package dev.tollbooth.internal.journal;

import dev.tollbooth.internal.control.Log;
import dev.tollbooth.internal.memory.AllocatedBytes;
import dev.tollbooth.internal.memory.ThreadAllocatedBytes;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many bytes one driver's call may allocate on the client, and what came of it.
 *
 * <p>Thread-safe.
 */
public final class QueryLimit {

    private final long limitBytes;
    private final long cancelTimeoutNanos;
    private final AllocatedBytes own;
    private final ThreadAllocatedBytes others;
    private final LongAdder unwatched = new LongAdder();
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong cancelled = new AtomicLong();
    private final AtomicLong suspect = new AtomicLong();

    /**
     * Limits each call to {@code limitBytes}.
     *
     * @param cancelTimeoutNanos how long the end of a call waits for a cancel that is on its way to it
     * @param own what the calling thread has allocated
     * @param others what any thread has allocated
     */
    public QueryLimit(long limitBytes, long cancelTimeoutNanos, AllocatedBytes own, ThreadAllocatedBytes others) {
        this.limitBytes = limitBytes;
        this.cancelTimeoutNanos = cancelTimeoutNanos;
        this.own = own;
        this.others = others;
    }

    /** Returns what a call may allocate, in bytes. */
    public long limitBytes() {
        return limitBytes;
    }

    /** Returns how many cancels were sent. */
    public long sentCount() {
        return sent.get();
    }

    /** Returns how many calls ended by a cancel; the other cancels came too late, or the driver ignored them. */
    public long cancelledCount() {
        return cancelled.get();
    }

    /** Returns how many cancels were still on their way when their connection went on. */
    public long suspectCount() {
        return suspect.get();
    }

    /** Returns how many calls were not watched, since the JVM doesn't say what virtual threads allocate. */
    public long unwatchedCount() {
        return unwatched.sum();
    }

    /** Counts a call that its cancel ended. */
    void cancelled() {
        cancelled.incrementAndGet();
    }

    void sent() {
        sent.incrementAndGet();
    }

    /** Counts a connection that goes on though a cancel is on its way to it; the first one is logged. */
    void suspect() {
        if (suspect.incrementAndGet() == 1) {
            Log.warning("a cancel is still on its way, its connection goes on: timeoutMillis="
                    + cancelTimeoutNanos / 1_000_000 + "; it may hit the next statement there, raise "
                    + "tollbooth.memory.query-limit if that happens often (logged once)");
        }
    }

    long cancelTimeoutNanos() {
        return cancelTimeoutNanos;
    }

    /** Begins to watch a call of this thread; returns what that has allocated so far. */
    long begin() {
        long allocated = own.current();
        if (allocated == AllocatedBytes.UNKNOWN) {
            unwatched.increment();
        }
        return allocated;
    }

    /** Returns what the call has allocated over the limit, all of it; 0 where it is within, or nobody knows. */
    long bytesOver(long threadId, long allocatedAtBegin) {
        long bytes = bytes(threadId, allocatedAtBegin);
        return bytes > limitBytes ? bytes : 0;
    }

    /** Returns what the call has allocated, negative where nobody knows or the thread has ended. */
    long bytes(long threadId, long allocatedAtBegin) {
        return allocatedAtBegin == AllocatedBytes.UNKNOWN ? -1 : others.of(threadId) - allocatedAtBegin;
    }
}
