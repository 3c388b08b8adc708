package dev.tollbooth.internal.origin;

import dev.tollbooth.internal.control.AccountingSwitch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The origin of a thread's executions: the innermost scope, or the call site if there is no scope and call sites are
 * enabled.
 *
 * <p>Thread-safe: each thread, virtual ones too, has its own origin. A thread that starts inside a scope has none,
 * because it may belong to a pool and outlive the scope.
 */
public final class CurrentOrigin {

    /** One of this many executions of a connection looks at its stack. */
    private static final int SAMPLED = 16;

    private final OriginNames names;
    private final OriginMode mode;
    private final OriginScope.Repeats repeats;
    private final Supplier<@Nullable String> spans;

    @SuppressWarnings("ThreadLocalUsage") // shared by one instance
    private final ThreadLocal<@Nullable OriginScope> ofThread = new ThreadLocal<>();

    private final CallSite callSite = new CallSite();
    private final AccountingSwitch accounting;

    /**
     * Makes the origins of an instance; no thread is in a scope yet.
     *
     * @param accounting the switch that is set as soon as executions have to ask for origins
     * @param repeats receives the repetitions of scopes
     * @param spans returns the name of the calling thread's span, null if there is none; only {@link OriginMode#SPAN}
     *     asks
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

    /**
     * Begins a scope: this thread's executions count for the origin {@code name}.
     *
     * @return the scope to pass to {@link #leave} on the same thread; null if origins are off
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

    /** Returns the name of this thread's origin; empty outside of scopes. */
    public String name() {
        OriginScope scope = ofThread.get();
        String name = scope == null ? null : names.name(scope.origin());
        return name == null ? "" : name;
    }

    /** Returns the name of the origin with this number; null for {@link OriginNames#NONE}. */
    public @Nullable String name(int origin) {
        return names.name(origin);
    }

    /** Returns this thread's scope, null outside of scopes. */
    public @Nullable OriginScope scope() {
        return ofThread.get();
    }

    /**
     * Returns the number of this thread's origin outside of scopes: the current span in {@link OriginMode#SPAN}, else
     * none.
     */
    public int outside() {
        String span = mode == OriginMode.SPAN ? spans.get() : null;
        return span == null ? OriginNames.NONE : names.number(span);
    }

    /** Returns whether executions outside of scopes have their call site as origin. */
    public boolean hasCallSites() {
        return mode == OriginMode.CALLSITE;
    }

    /**
     * Returns the number of the call site that executes on this thread.
     *
     * @param last the call site of the statement's last execution, {@link OriginNames#NONE} if unknown
     * @param turn a number that counts the connection's executions; one in 16 looks at the stack
     */
    public int ofCallSite(int last, int turn) {
        return last != OriginNames.NONE && turn % SAMPLED != 0 ? last : names.number(callSite.find());
    }
}
