package dev.tollbooth.accounting.session;

import org.jspecify.annotations.Nullable;

/**
 * The driver's call that an {@link Execution} makes now, as the watchdog sees it: whose allocation, and since when.
 *
 * <p>Thread-safety: the first two fields are written and read under the execution's protocol, the last one by the
 * thread of the call alone.
 */
final class WatchedCall {

    long threadId;
    /** What the thread had allocated at the call's begin; unknown where the call is not watched. */
    long allocatedAtBegin;
    /** What stood in the slot when the call ended. */
    @Nullable
    CancelInFlight endedWith;
}
