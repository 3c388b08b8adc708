package dev.tollbooth.internal.origin;

import dev.tollbooth.internal.control.AccountingSwitch;
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
    private final AccountingSwitch accounting;

    /** No thread is in a scope yet; {@code accounting} is told as soon as executions are to ask. */
    public CurrentOrigin(OriginNames names, OriginMode mode, AccountingSwitch accounting) {
        this.names = names;
        this.mode = mode;
        this.accounting = accounting;
        if (mode == OriginMode.CALLSITE) {
            accounting.setOrigins();
        }
    }

    /** Returns one that knows of no origin. */
    public static CurrentOrigin off() {
        return new CurrentOrigin(new OriginNames(), OriginMode.OFF, new AccountingSwitch());
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
        accounting.setOrigins();
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
