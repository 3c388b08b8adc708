package dev.tollbooth.internal.observe;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.control.AccountingSwitch;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The observers of threads, for all instances of the JVM. While there is none, executions see a flag that is off.
 *
 * <p>Thread-safe: each thread, virtual ones too, has its own observer. A thread that starts inside a scope has none.
 */
public final class ThreadObservers {

    @SuppressWarnings("ThreadLocalUsage") // one object per JVM
    private final ThreadLocal<@Nullable ExecutionObserver> ofThread = new ThreadLocal<>();

    @GuardedBy("this")
    private final Set<AccountingSwitch> switches = Collections.newSetFromMap(new WeakHashMap<>());

    @GuardedBy("this")
    private int entered;

    /** Registers {@code accounting}, whose flag shows whether a thread may have an observer. */
    public synchronized void addTo(AccountingSwitch accounting) {
        switches.add(accounting);
        accounting.setObserved(entered > 0);
    }

    /**
     * Begins a scope: {@code observer} gets this thread's executions.
     *
     * @return the argument for {@link #leave}, which must be called on the same thread in any case
     */
    public @Nullable ExecutionObserver enter(ExecutionObserver observer) {
        ExecutionObserver before = ofThread.get();
        ofThread.set(observer);
        count(1);
        return before;
    }

    /** Ends the scope whose {@link #enter} returned {@code before}. */
    public void leave(@Nullable ExecutionObserver before) {
        count(-1);
        if (before == null) {
            ofThread.remove();
        } else {
            ofThread.set(before);
        }
    }

    /** Returns this thread's observer, null if it has none. */
    public @Nullable ExecutionObserver ofThisThread() {
        return ofThread.get();
    }

    private synchronized void count(int more) {
        entered += more;
        for (AccountingSwitch accounting : switches) {
            accounting.setObserved(entered > 0);
        }
    }
}
