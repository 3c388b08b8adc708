package dev.tollbooth.internal.journal;

import dev.tollbooth.internal.control.Log;
import dev.tollbooth.internal.memory.AllocatedBytes;
import dev.tollbooth.internal.memory.ThreadAllocatedBytes;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The limit of bytes that one call of the driver may allocate on the client, and statistics of its cancels.
 *
 * <p>Thread-safe.
 */
public final class QueryLimit {

    private final long limitBytes;
    private final long cancelTimeoutNanos;
    private final AllocatedBytes own;
    private final ThreadAllocatedBytes others;
    private final LongAdder unwatched = new LongAdder();
    final AtomicLong sent = new AtomicLong();
    final AtomicLong cancelled = new AtomicLong();
    private final AtomicLong suspect = new AtomicLong();

    /**
     * Makes a limit of {@code limitBytes} per call.
     *
     * @param cancelTimeoutNanos how long the end of a call waits for a cancel on its way
     * @param own reads the bytes that the calling thread has allocated
     * @param others reads the bytes that any thread has allocated
     */
    public QueryLimit(long limitBytes, long cancelTimeoutNanos, AllocatedBytes own, ThreadAllocatedBytes others) {
        this.limitBytes = limitBytes;
        this.cancelTimeoutNanos = cancelTimeoutNanos;
        this.own = own;
        this.others = others;
    }

    /** Returns the bytes that a call may allocate. */
    public long limitBytes() {
        return limitBytes;
    }

    /** Returns the number of cancels sent. */
    public long sentCount() {
        return sent.get();
    }

    /** Returns the number of calls that a cancel ended; other cancels came too late, or the driver ignored them. */
    public long cancelledCount() {
        return cancelled.get();
    }

    /** Returns the number of cancels that were still on their way when their connection continued. */
    public long suspectCount() {
        return suspect.get();
    }

    /** Returns the number of unwatched calls, on virtual threads whose allocation the JVM does not report. */
    public long unwatchedCount() {
        return unwatched.sum();
    }

    /** Counts a connection that continues while a cancel is on its way; the first one is logged. */
    void suspect() {
        if (suspect.incrementAndGet() == 1) {
            Log.warning("a cancel is still on its way while its connection continues: timeoutMillis="
                    + cancelTimeoutNanos / 1_000_000 + "; it may hit the next statement there, raise "
                    + "tollbooth.memory.query-limit if that happens often (logged once)");
        }
    }

    long cancelTimeoutNanos() {
        return cancelTimeoutNanos;
    }

    /** Begins to watch a call of this thread; returns the bytes that the thread has allocated so far. */
    long begin() {
        long allocated = own.current();
        if (allocated == AllocatedBytes.UNKNOWN) {
            unwatched.increment();
        }
        return allocated;
    }

    /** Returns the bytes that a call has allocated; negative if unknown or if the thread has ended. */
    long bytes(long threadId, long allocatedAtBegin) {
        return allocatedAtBegin == AllocatedBytes.UNKNOWN ? -1 : others.of(threadId) - allocatedAtBegin;
    }
}
