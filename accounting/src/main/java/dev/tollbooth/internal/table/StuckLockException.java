package dev.tollbooth.internal.table;

/**
 * A thread of the application has waited for a lock of ours for as long as it may: it goes on, and what it has executed is counted
 * as a failure. Without a stack trace: there may be one of them for each execution.
 */
public final class StuckLockException extends RuntimeException {

    private static final long serialVersionUID = 1;

    StuckLockException() {
        super("the table's lock is stuck: waited=1s", null, false, false);
    }
}
