package dev.tollbooth.internal.postgres;

/**
 * The limits of a port's clients.
 *
 * @param connections the most users at a time, and the most clients before the login
 * @param loginNanos the time to log in
 * @param idleNanos the time between two messages of a client
 * @param suspendedNanos the same while a result is read in parts, because its rows stay in memory
 * @param queryNanos the time for a statement
 * @param graceNanos the time that a cancelled statement has to end, and then its thread
 * @param rows the most rows of a result
 * @param bytes the most bytes of a result
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
