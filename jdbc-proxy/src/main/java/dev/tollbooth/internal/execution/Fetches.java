package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.journal.Account;
import dev.tollbooth.internal.journal.Journal;

/**
 * The calls that fetched rows of one statement's results since rows were counted last. Only statements whose results
 * come in parts have one.
 *
 * <p>As thread-safe as the driver's statement.
 */
final class Fetches {

    private int calls;
    private long nanos;
    private long clientBytes;

    /** Adds a call; {@code bytes} is {@link ClientBytes#NOT_READ} if it was not measured. */
    void add(long elapsedNanos, long bytes) {
        calls++;
        nanos += elapsedNanos;
        clientBytes += Math.max(0, bytes);
    }

    /** Returns the time of these calls. */
    long nanos() {
        return nanos;
    }

    /** Moves these calls to the read that {@code claimed} counts; returns their time. */
    long moveTo(Journal claimed, AccountedStatement statement, Account account, boolean closedEarly) {
        long moved = nanos;
        claimed.setFetched(moved, closedEarly ? ~calls : calls);
        if (clientBytes != 0 && statement.clientBytes != ClientBytes.NOT_READ) {
            statement.clientBytes += clientBytes;
            claimed.setFetchedClientBytes(clientBytes, statement.clientBytes);
            if (statement.clientBytes > account.lastClientBytes()) {
                account.readClientBytes(statement.clientBytes); // each large execution is measured
            }
        }
        calls = 0;
        nanos = 0;
        clientBytes = 0;
        return moved;
    }
}
