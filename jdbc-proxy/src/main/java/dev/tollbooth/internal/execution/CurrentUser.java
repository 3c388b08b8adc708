package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.control.AccountingSwitch;
import dev.tollbooth.internal.control.NameLimit;
import org.jspecify.annotations.Nullable;

/**
 * The users of threads, set by the application.
 *
 * <p>Thread-safe: each thread, virtual ones too, has its own user. A thread that starts inside a scope has none,
 * because it may belong to a pool and outlive the scope.
 */
public final class CurrentUser {

    private final ThreadLocal<@Nullable String> ofThread = new ThreadLocal<>();

    private final AccountingSwitch accounting;

    /** Makes an object without users. The first {@link #enter} turns on the look-up of users in {@code accounting}. */
    public CurrentUser(AccountingSwitch accounting) {
        this.accounting = accounting;
    }

    /**
     * Begins a scope: this thread's executions are accounted to {@code name}.
     *
     * @return the argument of {@link #leave}, to be called on the same thread in any case
     */
    public @Nullable String enter(String name) {
        String cut = NameLimit.cut(name);
        accounting.setThreadUsers();
        String before = ofThread.get();
        ofThread.set(cut);
        return before;
    }

    /** Ends the scope whose {@link #enter} returned {@code before}. */
    public void leave(@Nullable String before) {
        if (before == null) {
            ofThread.remove();
        } else {
            ofThread.set(before);
        }
    }

    /** Returns this thread's user, {@code otherwise} outside of scopes. */
    String or(String otherwise) {
        String name = ofThread.get();
        return name == null ? otherwise : name;
    }
}
