package dev.tollbooth.internal.journal;

/**
 * The layout of a journal's entry: eight longs, 64 bytes.
 *
 * <p>The first word says what the entry is: account (32 bits), kind (4), flags (4), kind of failure (6), warnings (7), origin
 * (11). The words behind it are named here; a word that an execution's begin has written is not written by its end, since others may read
 * it meanwhile.
 */
final class Entry {

    /** Longs of an entry, and how far its index is shifted to give its first one. */
    static final int WORDS = 8;

    static final int SHIFT = 3;

    // words of every kind
    static final int HEAD = 0;
    /** The ticker's reading at the begin; of an event too. */
    static final int START = 1;
    /** Nanoseconds of the call, or of fetching. */
    static final int ELAPSED = 2;
    /** Rows affected, their complement where the driver did not say all of them; or rows read. */
    static final int ROWS = 3;

    // words of an execution, and of a call that fetches
    /** The bytes that its thread had allocated at its begin; {@link #NOT_READ} where nobody has looked. */
    static final int ALLOCATED = 4;
    /** The bytes that it allocated on the client, or {@link #NOT_READ}. */
    static final int CLIENT_BYTES = 5;
    /** The number of its thread, where the calls of its session are limited. */
    static final int THREAD = 6;
    /** CPU time of its thread, in nanoseconds, or {@link #NOT_READ}. */
    static final int CPU = 7;

    // words of what was read of a result set, beside CLIENT_BYTES: what its fetches made the client hold
    /** Calls that fetched rows; the complement where the result set was closed before its end. */
    static final int FETCHES = 1;
    /** Bytes that getters have returned. */
    static final int BYTES_READ = 4;
    /** Bytes that the result set is taken to hold beyond those. */
    static final int BUFFERED = 6;
    /** Client bytes of the execution and all its fetches so far. */
    static final int CLIENT_TOTAL = 7;

    /** In place of a reading: there was none. */
    static final long NOT_READ = -1;

    // kinds
    /** Nothing: an execution that was begun and could not be ended. */
    static final int VOID = 0;

    static final int EXECUTION = 1;
    /** A read of a result set's rows. */
    static final int READ = 2;
    /** Request units that were told of an execution; ELAPSED holds them as a double. */
    static final int REQUEST_UNITS = 3;
    /** Rows that a later result of an execution has affected. */
    static final int ROWS_AFFECTED = 4;

    static final int COMMIT = 5;
    static final int ROLLBACK = 6;
    /** The session's mode of transactions has changed; ROWS is 1 for autocommit. */
    static final int AUTO_COMMIT = 7;
    /** A call that fetches, while it runs. */
    static final int FETCH_CALL = 8;

    // flags
    /** Its request units are collected. */
    static final int COLLECTED = 1;
    /** Its request units are estimated when it has ended. */
    static final int ESTIMATED = 2;
    /** The source could not tell its request units. */
    static final int UNKNOWN = 4;
    /** There is nothing to read its request units from. */
    static final int OFF = 8;

    private static final int ORIGIN_SHIFT = 53;

    private Entry() {}

    static long head(int account, int kind, int flags, int failure, int warnings) {
        return (account & 0xFFFF_FFFFL)
                | (long) kind << 32
                | (long) flags << 36
                | (long) (failure & 0x3F) << 40
                | (long) (warnings & 0x7F) << 46;
    }

    /** Returns a head of {@code head} that names an origin, and had none. */
    static long of(long head, int origin) {
        return head | (long) origin << ORIGIN_SHIFT;
    }

    /** Returns a head of {@code head} that names an account, and was made for the number 0. */
    static long of(int account, long head) {
        return head | (account & 0xFFFF_FFFFL);
    }

    /** Returns the number of the origin, 0 where there is none. */
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

    /** Returns the number of a {@link dev.tollbooth.internal.latency.FailureKind}, 0 where there was none. */
    static int failure(long head) {
        return (int) (head >>> 40) & 0x3F;
    }

    static int warnings(long head) {
        return (int) (head >>> 46) & 0x7F;
    }
}
