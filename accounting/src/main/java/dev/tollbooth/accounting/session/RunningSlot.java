package dev.tollbooth.accounting.session;

import org.jspecify.annotations.Nullable;

/**
 * What runs on a session, away from the fields around it: written at each begin and end, by one thread as a rule, so it
 * must share no cache line with what other threads read. A superclass's fields lie before a subclass's.
 */
@SuppressWarnings({"unused", "UnusedVariable"})
abstract class RunningSlot {

    // fills what the header leaves, so that the slot doesn't
    private int front;
    private long p0;
    private long p1;
    private long p2;
    private long p3;
    private long p4;

    /** Null, an {@link Execution}, or a {@link CancelInFlight} of one. */
    volatile @Nullable Object running;
}
