package dev.tollbooth.internal.origin;

import dev.tollbooth.internal.control.AccountingSwitch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The origin of a thread's executions: the innermost scope, or the call site if there is no scope and call sites are enabled.
 *
 * <p>Thread-safe: each thread, virtual ones too, has an origin of its own. A thread that is started meanwhile has none: it may
 * be a pool's, and outlive the scope.
 */
public final class CurrentOrigin {

    /** One in so many executions of a connection looks at its stack. */
    private static final int SAMPLED = 16;

    private final OriginNames names;
    private final OriginMode mode;
    private final OriginScope.Repeats repeats;
    private final Supplier<@Nullable String> spans;

    @SuppressWarnings("ThreadLocalUsage") // of one instance
    private final ThreadLocal<@Nullable OriginScope> ofThread = new ThreadLocal<>();

    private final CallSite callSite = new CallSite();
    private final AccountingSwitch accounting;

    /**
     * No thread is in a scope yet; {@code accounting} is told as soon as executions are to ask.
     *
     * @param repeats takes what scopes have repeated
     * @param spans gives the name of the span that the calling thread is in, null where it is in none; asked in
     *     {@link OriginMode#SPAN} alone
     */
    public CurrentOrigin(
            OriginNames names,
            OriginMode mode,
            AccountingSwitch accounting,
            OriginScope.Repeats repeats,
            Supplier<@Nullable String> spans) {
        this.names = names;
        this.mode = mode;
        this.repeats = repeats;
        this.spans = spans;
        this.accounting = accounting;
        if (mode == OriginMode.CALLSITE || mode == OriginMode.SPAN) {
            accounting.setOrigins();
        }
    }

    /** Returns one that knows of no origin. */
    public static CurrentOrigin off() {
        return new CurrentOrigin(
                new OriginNames(), OriginMode.OFF, new AccountingSwitch(), (account, origin, times) -> {}, () -> null);
    }

    /**
     * Has what this thread executes from now on counted to the origin {@code name}.
     *
     * @return what {@link #leave} is to be called with, in any case, on the same thread; null where origins are off
     */
    public @Nullable OriginScope enter(String name) {
        if (mode == OriginMode.OFF) {
            return null;
        }
        int number = names.number(name);
        accounting.setOrigins();
        OriginScope entered = new OriginScope(number, ofThread.get());
        ofThread.set(entered);
        return entered;
    }

    /** Ends the scope that {@link #enter} returned. */
    public void leave(@Nullable OriginScope entered) {
        if (entered == null) {
            return;
        }
        OriginScope outer = entered.outer();
        if (outer == null) {
            ofThread.remove();
        } else {
            ofThread.set(outer);
        }
        entered.end(repeats);
    }

    /** Returns the name of this thread's origin; empty where it is in no scope. */
    public String name() {
        OriginScope scope = ofThread.get();
        String name = scope == null ? null : names.name(scope.origin());
        return name == null ? "" : name;
    }

    /** Returns the name of an origin's number; null where nobody said. */
    public @Nullable String name(int origin) {
        return names.name(origin);
    }

    /** Returns the scope that this thread is in; null where it is in none. */
    public @Nullable OriginScope scope() {
        return ofThread.get();
    }

    /** Returns the origin of what this thread executes outside of scopes, where that is not its place in the code. */
    public int outside() {
        String span = mode == OriginMode.SPAN ? spans.get() : null;
        return span == null ? OriginNames.NONE : names.number(span);
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
