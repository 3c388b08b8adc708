package dev.tollbooth.internal.control;

/**
 * The switches of the accounting that may change while the application runs. One object holds all switches because each
 * execution reads all of them.
 *
 * <p>Thread-safe. A field is plain if only the writing thread needs its value at once.
 */
public final class AccountingSwitch {

    private static final int THREADS = 1;
    private static final int ADVICE = 2;
    private static final int EXEMPLARS = 4;

    private volatile boolean on = true;
    private volatile boolean collecting;
    /**
     * Whether any thread has had a user of its own. The field is plain, because such a thread has written the field
     * itself.
     */
    private boolean threadUsers;
    /**
     * One bit for each kind of observer of single executions. The field is plain, because a thread with an observer has
     * written the bit itself. Samples for advice and exemplars may begin some executions late.
     */
    private int observed;
    /** Whether any thread has had an origin. The field is plain, because such a thread has written the field itself. */
    private boolean origins;

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

    /** Records that the calling thread gets a user of its own. */
    public void setThreadUsers() {
        if (!threadUsers) {
            threadUsers = true;
        }
    }

    /** Returns whether single executions may have an observer: one of this thread, or the samples for advice. */
    public boolean isObserved() {
        return (observed & (THREADS | ADVICE)) != 0;
    }

    /** Returns whether this thread may have an observer of its executions. */
    public boolean hasObservers() {
        return (observed & THREADS) != 0;
    }

    /** Sets whether any thread has an observer. */
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

    /** Records that the calling thread gets an origin. */
    public void setOrigins() {
        if (!origins) {
            origins = true;
        }
    }

    /** Returns whether exemplars (traces of executions) are kept. */
    public boolean keepsExemplars() {
        return (observed & EXEMPLARS) != 0;
    }

    /** Returns whether single executions may have an observer, or may become exemplars. */
    public boolean isWatched() {
        return observed != 0;
    }

    /** Switches exemplars (traces of executions) on or off. */
    public void setExemplars(boolean value) {
        observe(EXEMPLARS, value);
    }
}
