package dev.tollbooth.internal.observe;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.control.AccountingSwitch;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which threads have an observer, for all instances of the JVM: while none has one, executions see a flag that is off.
 *
 * <p>Thread-safe: each thread, virtual ones too, has an observer of its own. A thread that is started meanwhile has none.
 */
public final class ThreadObservers {

    @SuppressWarnings("ThreadLocalUsage") // there is one of these in a JVM
    private final ThreadLocal<@Nullable ExecutionObserver> ofThread = new ThreadLocal<>();

    @GuardedBy("this")
    private final Set<AccountingSwitch> switches = Collections.newSetFromMap(new WeakHashMap<>());

    @GuardedBy("this")
    private int entered;

    /** Has {@code accounting} tell from now on whether a thread may have an observer. */
    public synchronized void addTo(AccountingSwitch accounting) {
        switches.add(accounting);
        accounting.setObserved(entered > 0);
    }

    /**
     * Tells {@code observer} of what this thread executes from now on.
     *
     * @return what {@link #leave} is to be called with, in any case, on the same thread
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

    /** Returns this thread's, null where it has none. */
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
