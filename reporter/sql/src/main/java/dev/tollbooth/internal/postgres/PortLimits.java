package dev.tollbooth.internal.postgres;

/**
 * The limits of a port's clients.
 *
 * @param connections connections at once, and as many before the login
 * @param loginNanos time to log in
 * @param idleNanos time between two statements
 * @param suspendedNanos time between two statements while a result is read in parts, which keeps its rows
 * @param queryNanos time for a statement
 * @param graceNanos time for a statement to end that was cancelled, then for its thread
 * @param rows rows of a result
 * @param bytes bytes of a result
 */
record PortLimits(
        int connections,
        long loginNanos,
        long idleNanos,
        long suspendedNanos,
        long queryNanos,
        long graceNanos,
        long rows,
        long bytes) {

    private static final long SECOND = 1_000_000_000L;

    static final PortLimits DEFAULT =
            new PortLimits(16, 5 * SECOND, 600 * SECOND, 60 * SECOND, 30 * SECOND, 5 * SECOND, 1_000_000, 256L << 20);
}
