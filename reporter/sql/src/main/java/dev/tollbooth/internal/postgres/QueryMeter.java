package dev.tollbooth.internal.postgres;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.memory.ThreadAllocatedBytes;
import dev.tollbooth.internal.postgres.wire.PostgresException;
import org.jspecify.annotations.Nullable;

/**
 * A limit on the time and memory of the statement that a session's thread executes.
 *
 * <p>Thread-safe: only the session's thread calls {@link #begin}, {@link #end} and {@link #rowRead}; any thread may
 * call the rest.
 */
final class QueryMeter {

    /** The reason why a statement was stopped. */
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

        /**
         * Returns the error for the client. If the connection to the tables was {@code aborted}, the error ends the
         * client's connection.
         */
        PostgresException error(boolean aborted) {
            return aborted ? PostgresException.fatal(sqlState, message) : PostgresException.error(sqlState, message);
        }
    }

    /**
     * The time after which a stopped statement loses its connection, because H2 may never check for the cancellation.
     */
    private static final long ABORT_NANOS = 2_000_000_000L;

    private static final int ROWS_BETWEEN_LOOKS = 1 << 6;

    private final HeapRoom room;
    private final ThreadAllocatedBytes allocated;
    private final long queryNanos;
    private int rows; // used by the session's thread only

    @GuardedBy("this")
    private long threadId;

    @GuardedBy("this")
    private @Nullable TableConnection running;

    private volatile @Nullable Stop stop; // written under this

    @GuardedBy("this")
    private long beganNanos;

    @GuardedBy("this")
    private long stoppedNanos; // as the listener saw it; 0 at first

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

    /** Begins a statement on the calling thread. */
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

    /** Ends the statement; returns the reason why it was stopped, null if it was not. */
    synchronized @Nullable Stop end() {
        running = null;
        return stop;
    }

    /** Releases the counted memory, because no result is open and so the memory is garbage. */
    synchronized void release() {
        room.allocated(-allocatedSince);
        allocatedSince = 0;
        allocatedBefore = allocated.of(threadId);
    }

    /** Stops the running statement, if there is one. */
    synchronized void stop(Stop why) {
        TableConnection connection = running;
        if (connection != null) {
            stop = stop == null ? why : stop;
            connection.cancel();
        }
    }

    /**
     * Stops the running statement if it is overdue or too little heap is left. Closes the connection of a statement
     * that was stopped and does not end.
     */
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

    /** Returns whether the connection of the last statement was closed to stop it. */
    synchronized boolean isAborted() {
        return aborted;
    }

    private synchronized boolean isRoomShort() {
        long since = allocated.of(threadId) - allocatedBefore;
        room.allocated(since - allocatedSince);
        allocatedSince = since;
        return room.isShort();
    }

    /** Counts a row that was read, or a plan that H2 considers; returns whether the statement may continue. */
    boolean rowRead() {
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
