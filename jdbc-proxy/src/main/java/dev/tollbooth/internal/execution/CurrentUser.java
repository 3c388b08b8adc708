package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.control.AccountingSwitch;
import dev.tollbooth.internal.control.NameLimit;
import org.jspecify.annotations.Nullable;

/**
 * Whom the executions of a thread are accounted to, where the application says so.
 *
 * <p>Thread-safe: each thread, virtual ones too, has a name of its own. A thread that is started meanwhile has none: it
 * may be a pool's, and outlive the scope.
 */
public final class CurrentUser {

    private final ThreadLocal<@Nullable String> ofThread = new ThreadLocal<>();

    private final AccountingSwitch accounting;

    /** No thread has a user of its own yet; tells {@code accounting} when one may have. */
    public CurrentUser(AccountingSwitch accounting) {
        this.accounting = accounting;
    }

    /**
     * Accounts what this thread executes from now on to {@code name}.
     *
     * @return what {@link #leave} is to be called with, in any case, on the same thread
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

    /** Returns this thread's user, {@code otherwise} where it is in no scope. */
    String or(String otherwise) {
        String name = ofThread.get();
        return name == null ? otherwise : name;
    }
}
