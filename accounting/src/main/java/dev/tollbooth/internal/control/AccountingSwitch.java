package dev.tollbooth.internal.control;

/**
 * Everything that can be switched on or off while the application runs. One object holds all switches because each
 * execution reads all of them.
 *
 * <p>Thread-safe. Fields that only matter to the writing thread are plain.
 */
public final class AccountingSwitch {

    private static final int THREADS = 1;
    private static final int ADVICE = 2;

    private volatile boolean on = true;
    private volatile boolean collecting;
    /** Whether a thread has a user of its own; that thread has written the field itself. */
    private boolean threadUsers;
    /** A bit for each kind of reader of single executions. A thread with an observer has written its bit itself. */
    private int observed;
    /** Whether a thread has an origin; that thread has written the field itself. */
    private boolean origins;
    /** Whether exemplars are kept; a change may be seen some executions late. */
    private boolean exemplars;

    /** Returns whether an execution that begins now is accounted. */
    public boolean isOn() {
        return on;
    }

    /** Switches accounting on or off from the next execution on. */
    public void set(boolean value) {
        on = value;
    }

    /** Returns whether the request units of an execution that begins now are collected. */
    public boolean isCollecting() {
        return collecting;
    }

    /** Switches the collection of request units on or off, from the next execution on. */
    public void setCollecting(boolean value) {
        collecting = value;
    }

    /** Returns whether the calling thread may have a user of its own. */
    public boolean hasThreadUsers() {
        return threadUsers;
    }

    /** Notes that the calling thread gets a user of its own. */
    public void setThreadUsers() {
        if (!threadUsers) {
            threadUsers = true;
        }
    }

    /** Returns whether single executions may have a reader: an observer of this thread, or advice. */
    public boolean isObserved() {
        return observed != 0;
    }

    /** Returns whether this thread may have an observer of its executions. */
    public boolean hasObservers() {
        return (observed & THREADS) != 0;
    }

    /** Notes whether a thread has an observer. */
    public void setObserved(boolean value) {
        observe(THREADS, value);
    }

    /** Returns whether executions are sampled for advice. */
    public boolean isSampled() {
        return (observed & ADVICE) != 0;
    }

    /** Switches sampling of executions for advice on or off. */
    public void setSampled(boolean value) {
        observe(ADVICE, value);
    }

    private synchronized void observe(int who, boolean value) {
        int changed = value ? observed | who : observed & ~who;
        if (observed != changed) { // all threads read what is beside it
            observed = changed;
        }
    }

    /** Returns whether the calling thread may have an origin. */
    public boolean hasOrigins() {
        return origins;
    }

    /** Notes that the calling thread gets an origin. */
    public void setOrigins() {
        if (!origins) {
            origins = true;
        }
    }

    /** Returns whether exemplars (traces of executions) are kept. */
    public boolean keepsExemplars() {
        return exemplars;
    }

    /** Returns whether a listener may want single executions, however fast they are. */
    public boolean isWatched() {
        return observed != 0 || exemplars;
    }

    /** Switches exemplars (traces of executions) on or off. */
    public void setExemplars(boolean value) {
        exemplars = value;
    }
}
