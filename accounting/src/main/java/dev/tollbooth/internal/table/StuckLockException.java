package dev.tollbooth.internal.table;

/**
 * An exception that signals that a thread of the application waited too long for a lock of ours. The thread continues,
 * and its execution is counted as a failure. It has no stack trace, because each execution may throw such an exception.
 */
public final class StuckLockException extends RuntimeException {

    private static final long serialVersionUID = 1;

    StuckLockException() {
        super("the table's lock is stuck: waited=1s", null, false, false);
    }
}
