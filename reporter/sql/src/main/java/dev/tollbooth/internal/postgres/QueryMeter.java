package dev.tollbooth.internal.postgres;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.memory.ThreadAllocatedBytes;
import dev.tollbooth.internal.postgres.wire.PostgresException;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the statement that a session's thread runs, by time and by memory.
 *
 * <p>Thread-safe: {@link #begin}, {@link #end} and {@link #rowRead} are the session's thread's, the rest anybody's.
 */
final class QueryMeter implements RowMeter {

    /** Why a statement was ended. */
    enum Stop {
        TIME(PostgresException.CANCELLED, "canceling statement due to statement timeout"),
        MEMORY(
                PostgresException.MEMORY,
                "the application's heap has no room for this query: sort, group or join fewer rows, as by a WHERE"),
        USER(PostgresException.CANCELLED, "canceling statement due to user request");

        private final String sqlState;
        private final String message;

        Stop(String sqlState, String message) {
            this.sqlState = sqlState;
            this.message = message;
        }

        /** Returns what the client is told: {@code aborted} tells whether its connection to the tables is gone, too. */
        PostgresException error(boolean aborted) {
            return aborted ? PostgresException.fatal(sqlState, message) : PostgresException.error(sqlState, message);
        }
    }

    /** Where H2 does not look at a cancellation for so long, it may never. */
    private static final long ABORT_NANOS = 2_000_000_000L;

    private static final int ROWS_BETWEEN_LOOKS = 1 << 6;

    private final HeapRoom room;
    private final ThreadAllocatedBytes allocated;
    private final long queryNanos;
    private int rows; // the session's thread's

    @GuardedBy("this")
    private long threadId;

    @GuardedBy("this")
    private @Nullable TableConnection running;

    private volatile @Nullable Stop stop; // written under this

    @GuardedBy("this")
    private long beganNanos;

    @GuardedBy("this")
    private long stoppedNanos; // as the listener saw it; 0 before

    @GuardedBy("this")
    private boolean aborted;

    @GuardedBy("this")
    private long allocatedBefore;

    @GuardedBy("this")
    private long allocatedSince;

    QueryMeter(HeapRoom room, ThreadAllocatedBytes allocated, long queryNanos) {
        this.room = room;
        this.allocated = allocated;
        this.queryNanos = queryNanos;
    }

    /** The calling thread runs a statement. */
    @SuppressWarnings("deprecation") // Thread.threadId() is newer than Java 17
    synchronized void begin(TableConnection connection, long nowNanos) {
        if (threadId == 0) {
            threadId = Thread.currentThread().getId();
            allocatedBefore = allocated.of(threadId);
        }
        beganNanos = nowNanos;
        stop = null;
        stoppedNanos = 0;
        aborted = false;
        running = connection;
    }

    /** Returns why the statement was ended; null if it was not. */
    synchronized @Nullable Stop end() {
        running = null;
        return stop;
    }

    /** No result is open any more: what was allocated for it is garbage. */
    synchronized void release() {
        room.allocated(-allocatedSince);
        allocatedSince = 0;
        allocatedBefore = allocated.of(threadId);
    }

    /** Ends the statement that runs, if there is one. */
    synchronized void stop(Stop why) {
        TableConnection connection = running;
        if (connection != null) {
            stop = stop == null ? why : stop;
            connection.cancel();
        }
    }

    /** Ends the statement that runs where it has had its time or the heap is short. */
    synchronized void look(long nowNanos) {
        TableConnection connection = running;
        if (connection == null) {
            return;
        }
        if (stop != null) {
            abort(connection, nowNanos);
        } else if (nowNanos - beganNanos > queryNanos) {
            stop(Stop.TIME);
        } else if (isRoomShort()) {
            stop(Stop.MEMORY);
        }
    }

    private synchronized void abort(TableConnection connection, long nowNanos) {
        connection.cancel();
        stoppedNanos = stoppedNanos == 0 ? nowNanos : stoppedNanos;
        if (!aborted && nowNanos - stoppedNanos > ABORT_NANOS) {
            aborted = true;
            connection.abort();
        }
    }

    /** Whether the last statement was ended with its connection. */
    synchronized boolean isAborted() {
        return aborted;
    }

    private synchronized boolean isRoomShort() {
        long since = allocated.of(threadId) - allocatedBefore;
        room.allocated(since - allocatedSince);
        allocatedSince = since;
        return room.isShort();
    }

    @Override
    public boolean rowRead() {
        if (stop != null || ++rows % ROWS_BETWEEN_LOOKS != 0) {
            return stop == null;
        }
        synchronized (this) {
            if (running != null && isRoomShort()) {
                stop(Stop.MEMORY);
            }
            return stop == null;
        }
    }
}
