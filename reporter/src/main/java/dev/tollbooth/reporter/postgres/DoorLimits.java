package dev.tollbooth.reporter.postgres;

/**
 * What clients of a door may use.
 *
 * @param connections connections at once
 * @param loginNanos time to log in
 * @param idleNanos time between two statements
 * @param suspendedNanos time between two statements while a result is read in parts, which keeps its rows
 * @param queryNanos time for a statement
 * @param rows rows of a result
 * @param bytes bytes of a result
 */
record DoorLimits(
        int connections, long loginNanos, long idleNanos, long suspendedNanos, long queryNanos, long rows, long bytes) {

    private static final long SECOND = 1_000_000_000L;

    static final DoorLimits DEFAULT =
            new DoorLimits(16, 5 * SECOND, 600 * SECOND, 60 * SECOND, 30 * SECOND, 1_000_000, 256L << 20);

    DoorLimits withQueryNanos(long nanos) {
        return new DoorLimits(connections, loginNanos, idleNanos, suspendedNanos, nanos, rows, bytes);
    }

    DoorLimits withLoginNanos(long nanos) {
        return new DoorLimits(connections, nanos, idleNanos, suspendedNanos, queryNanos, rows, bytes);
    }

    DoorLimits withIdleNanos(long nanos) {
        return new DoorLimits(connections, loginNanos, nanos, suspendedNanos, queryNanos, rows, bytes);
    }

    DoorLimits withRows(long most) {
        return new DoorLimits(connections, loginNanos, idleNanos, suspendedNanos, queryNanos, most, bytes);
    }
}
