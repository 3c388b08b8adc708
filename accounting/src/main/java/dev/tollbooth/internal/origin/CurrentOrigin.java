package dev.tollbooth.internal.origin;

import org.jspecify.annotations.Nullable;

/**
 * Who in the code the executions of a thread are from: what the application says by scopes, and the place in its code where it
 * says nothing and is to be asked.
 *
 * <p>Thread-safe: each thread, virtual ones too, has an origin of its own. A thread that is started meanwhile has none: it may
 * be a pool's, and outlive the scope.
 */
public final class CurrentOrigin {

    /** In place of what {@link #enter} returns: there was no scope around. */
    public static final int OUTSIDE = -1;

    /** One in so many executions of a connection looks at its stack. */
    private static final int SAMPLED = 16;

    private final OriginNames names;
    private final OriginMode mode;
    private final ThreadLocal<@Nullable Integer> ofThread = new ThreadLocal<>();
    private final CallSite callSite = new CallSite();

    /** Plain: a thread that is in a scope has written it itself. */
    private boolean inUse;

    /** No thread is in a scope yet. */
    public CurrentOrigin(OriginNames names, OriginMode mode) {
        this.names = names;
        this.mode = mode;
        this.inUse = mode == OriginMode.CALLSITE;
    }

    /** Returns one that knows of no origin. */
    public static CurrentOrigin off() {
        return new CurrentOrigin(new OriginNames(), OriginMode.OFF);
    }

    /**
     * Has what this thread executes from now on counted to the origin {@code name}.
     *
     * @return what {@link #leave} is to be called with, in any case, on the same thread
     */
    public int enter(String name) {
        if (mode == OriginMode.OFF) {
            return OUTSIDE;
        }
        int number = names.number(name);
        if (!inUse) { // all threads read it
            inUse = true;
        }
        Integer before = ofThread.get();
        ofThread.set(number);
        return before == null ? OUTSIDE : before;
    }

    /** Ends the scope whose {@link #enter} returned {@code before}. */
    public void leave(int before) {
        if (before == OUTSIDE) {
            ofThread.remove();
        } else {
            ofThread.set(before);
        }
    }

    /** Returns the name of this thread's origin; empty where it is in no scope. */
    public String name() {
        String name = names.name(ofScope());
        return name == null ? "" : name;
    }

    /** Returns whether this thread may have an origin: if not, nothing else is to be asked. */
    public boolean isInUse() {
        return inUse;
    }

    /** Returns the origin of this thread's scope; {@link OriginNames#NONE} where it is in none. */
    public int ofScope() {
        Integer scope = ofThread.get();
        return scope == null ? OriginNames.NONE : scope;
    }

    /** Returns whether what is in no scope is from the place in the code that executes it. */
    public boolean hasCallSites() {
        return mode == OriginMode.CALLSITE;
    }

    /**
     * Returns the place in the code that executes on this thread.
     *
     * @param last where the statement was executed at last, {@link OriginNames#NONE} where that is not known
     * @param turn a number that the connection's executions count up: one in 16 looks at the stack
     */
    public int ofCallSite(int last, int turn) {
        return last != OriginNames.NONE && turn % SAMPLED != 0 ? last : names.number(callSite.find());
    }
}
