package dev.tollbooth.internal.journal;

import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.control.StackRoom;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Tollbooth's own failures on one connection, which never reach the application. They are counted when they are caught. If the stack is exhausted, the failure is recorded with a field write to {@link #uncounted}, and the next execution, the close or the next tick counts it.
 *
 * <p>So who catches one writes {@code try { failures.caught(place, t); } catch (VirtualMachineError | LinkageError more) {
 * failures.uncounted++; }}: the death of a thread passes. Thread-safe, but that of failures which two threads note at the same moment
 * one may be missing.
 */
public final class OwnFailures {

    private static final VarHandle COUNTED;

    static {
        try {
            COUNTED = MethodHandles.lookup().findVarHandle(OwnFailures.class, "counted", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Failures failures;

    /** How many failures were noted since the begin. */
    public int uncounted;

    @SuppressWarnings("FieldMayBeFinal") // written by COUNTED
    private volatile int counted; // of those

    /** The journal of an execution whose end failed before it was counted. */
    @Nullable
    public Journal unended;

    /** Which entry of it. */
    public long unendedEntry;

    OwnFailures(Failures failures) {
        this.failures = failures;
    }

    /** Counts a failure; throws nothing but the death of a thread, unless the stack has no frame for this call. */
    public void caught(Place place, Throwable failure) {
        caught(place, failure, null, 0);
    }

    /** As {@link #caught(Place, Throwable)}, and gives up this thread's claim of {@code entry} if {@code held} is not null. */
    public void caught(Place place, Throwable failure, @Nullable Journal held, long entry) {
        Journal claimed = held;
        try {
            if (claimed != null) {
                claimed.abandon(entry);
                claimed = null;
            }
            failures.caught(place, failure);
        } catch (VirtualMachineError | LinkageError more) {
            uncounted++;
            if (claimed != null) {
                unended = claimed;
                unendedEntry = entry;
            }
        }
    }

    /** Returns whether something was noted that nobody has seen to. */
    public boolean isDue() {
        return uncounted != counted;
    }

    /** Does what was noted, on a thread of the application's. */
    public void settle() {
        if (!isDue()) {
            return;
        }
        StackRoom.touch(); // or a stack overflow would lose some
        Journal claimed = unended;
        if (claimed != null) {
            unended = null;
            claimed.abandon(unendedEntry);
        }
        count();
    }

    /** Counts what was noted. */
    void count() {
        int now = uncounted;
        int before = counted;
        if (now != before && COUNTED.compareAndSet(this, before, now)) {
            failures.caughtBefore(Place.END, now - before);
        }
    }
}
