package dev.tollbooth.internal.journal;

/**
 * The layout of a journal's entry: eight longs, 64 bytes.
 *
 * <p>The first word is the head: account (32 bits), kind (4), flags (4), kind of failure (6), warnings (7), origin
 * (11). The constants name the other words. START, ALLOCATED and THREAD are written only at the start of an execution,
 * because other threads may read them while it runs. A plain execution writes only the words of all kinds.
 */
final class Entry {

    /** The longs of an entry, and the shift from its index to its first long. */
    static final int WORDS = 8;

    static final int SHIFT = 3;

    // words of all kinds
    static final int HEAD = 0;
    /** The ticker's reading at the start of an execution or event. */
    static final int START = 1;
    /** The nanoseconds of the call, or of fetching. */
    static final int ELAPSED = 2;
    /** The rows affected, or the rows read; their complement if the driver did not report all of them. */
    static final int ROWS = 3;

    // words of a measured execution, and of a call that fetches
    /** The bytes that the thread had allocated at the start, or {@link #NOT_READ}. */
    static final int ALLOCATED = 4;
    /** The bytes allocated on the client, or {@link #NOT_READ}. */
    static final int CLIENT_BYTES = 5;
    /** The number of the thread, if calls of the session are limited. */
    static final int THREAD = 6;
    /**
     * The CPU time in nanoseconds, or {@link #NOT_READ}. While the execution runs, it is that of its thread at the start;
     * afterwards, it is that of the execution.
     */
    static final int CPU = 7;

    // words of a read of rows; CLIENT_BYTES then has the client bytes of fetches
    /** The number of calls that fetched rows; its complement if the result set was closed before its end. */
    static final int FETCHES = 1;
    /** The bytes that getters returned. */
    static final int BYTES_READ = 4;
    /** The estimated bytes of the result set beyond the bytes read. */
    static final int BUFFERED = 6;
    /** The client bytes of the execution and all its fetches so far. */
    static final int CLIENT_TOTAL = 7;

    /** The value of a missing reading. */
    static final long NOT_READ = -1;

    // kinds
    /** An entry that counts nothing: an execution that could not be ended, or a fetch. */
    static final int VOID = 0;

    static final int EXECUTION = 1;
    /** A read of rows from a result set. */
    static final int READ = 2;
    /** Request units that were reported for an execution; ELAPSED holds them as a double. */
    static final int REQUEST_UNITS = 3;
    /** The rows affected by a later result of an execution. */
    static final int ROWS_AFFECTED = 4;

    static final int COMMIT = 5;
    static final int ROLLBACK = 6;
    /** A change of the session's transaction mode; ROWS is 1 for autocommit. */
    static final int AUTO_COMMIT = 7;
    /** A running call that fetches. */
    static final int FETCH_CALL = 8;
    /** An execution with client bytes or CPU time. */
    static final int MEASURED = 9;

    // flags
    /** Set if the request units of the execution are collected. */
    static final int COLLECTED = 1;
    /** Set if the request units of the execution are estimated at its end. */
    static final int ESTIMATED = 2;
    /** Set if the source could not determine the request units. */
    static final int UNKNOWN = 4;
    /** Set if the server has no request units to read. */
    static final int OFF = 8;

    private static final int ORIGIN_SHIFT = 53;
    private static final long RU_STATE = (long) (ESTIMATED | UNKNOWN | OFF) << 36;

    private Entry() {}

    /** Returns a head without failure and warnings. */
    static long head(int account, int kind, int flags, int origin) {
        return (account & 0xFFFF_FFFFL) | (long) (kind | flags << 4) << 32 | (long) origin << ORIGIN_SHIFT;
    }

    /** Returns a running execution's {@code head} with the flag, failure and warnings of its end. */
    static long ended(long head, int flag, int failure, int warnings) {
        return (head & ~RU_STATE) | (long) (flag | failure << 4 | warnings << 10) << 36;
    }

    /** Returns {@code head} with another account. */
    static long charged(long head, int account) {
        return (head & ~0xFFFF_FFFFL) | (account & 0xFFFF_FFFFL);
    }

    /** Returns whether {@code head} is that of an execution. */
    static boolean isExecution(long head) {
        int kind = kind(head);
        return kind == EXECUTION || kind == MEASURED;
    }

    /** Returns the number of the origin, 0 for none. */
    static int origin(long head) {
        return (int) (head >>> ORIGIN_SHIFT);
    }

    static int account(long head) {
        return (int) head;
    }

    static int kind(long head) {
        return (int) (head >>> 32) & 0xF;
    }

    static int flags(long head) {
        return (int) (head >>> 36) & 0xF;
    }

    /** Returns the number of the {@link dev.tollbooth.internal.latency.FailureKind}, 0 for none. */
    static int failure(long head) {
        return (int) (head >>> 40) & 0x3F;
    }

    static int warnings(long head) {
        return (int) (head >>> 46) & 0x7F;
    }
}
