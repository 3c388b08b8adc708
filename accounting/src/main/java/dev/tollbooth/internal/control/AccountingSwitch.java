package dev.tollbooth.internal.control;

/**
 * Everything that can be switched on or off while the application runs, in one object because each execution reads all of it.
 *
 * <p>Thread-safe.
 */
public final class AccountingSwitch {

    private volatile boolean on = true;
    private volatile boolean collecting;
    /** Plain: a thread that has a user of its own has written it itself. */
    private boolean threadUsers;
    /** Plain: a thread that has an observer has written it itself. */
    private boolean observed;
    /** Plain: a thread that is in a scope has written it itself. */
    private boolean origins;
    /** Plain: exemplars are kept some executions earlier or later. */
    private boolean exemplars;

    /** Returns whether an execution that begins now is accounted. */
    public boolean isOn() {
        return on;
    }

    /** Switches accounting on or off from the next execution on. */
    public void set(boolean value) {
        on = value;
    }

    /** Returns whether request units of an execution that begins now are collected. */
    public boolean isCollecting() {
        return collecting;
    }

    /** Has the request units of the executions from the next one on collected, or not. */
    public void setCollecting(boolean value) {
        collecting = value;
    }

    /** Returns whether this thread may have a user of its own. */
    public boolean hasThreadUsers() {
        return threadUsers;
    }

    /** Tells that this thread gets a user of its own. */
    public void setThreadUsers() {
        if (!threadUsers) { // all threads read what is beside it
            threadUsers = true;
        }
    }

    /** Returns whether this thread may have an observer of its executions. */
    public boolean isObserved() {
        return observed;
    }

    /** Tells whether a thread has an observer. */
    public void setObserved(boolean value) {
        if (observed != value) {
            observed = value;
        }
    }

    /** Returns whether this thread may have an origin: if not, nothing else is to be asked. */
    public boolean hasOrigins() {
        return origins;
    }

    /** Tells that this thread is to have an origin. */
    public void setOrigins() {
        if (!origins) {
            origins = true;
        }
    }

    /** Returns whether traces of executions are kept. */
    public boolean keepsExemplars() {
        return exemplars;
    }

    /** Returns whether anybody may want to know of single executions, however fast they are. */
    public boolean isWatched() {
        return observed || exemplars;
    }

    /** Has traces of executions kept, or not. */
    public void setExemplars(boolean value) {
        exemplars = value;
    }
}
