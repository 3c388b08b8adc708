package dev.tollbooth.internal.journal;

import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.control.StackRoom;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * Tollbooth's own failures on one connection, which never reach the application. They are counted when they are caught.
 * If the stack is exhausted, the failure is recorded with a field write to {@link #uncounted}, and the next read of
 * figures, the close or the next tick counts it.
 *
 * <p>Callers write {@code try { failures.caught(place, t); } catch (VirtualMachineError | LinkageError more) {
 * failures.uncounted++; }}, so a ThreadDeath passes. Thread-safe, but if two threads write the field at once, one
 * failure may be lost.
 */
public final class OwnFailures {

    private static final AtomicIntegerFieldUpdater<OwnFailures> COUNTED =
            AtomicIntegerFieldUpdater.newUpdater(OwnFailures.class, "counted");

    private final Failures failures;

    /** The number of failures recorded by field writes since the start. */
    public int uncounted;

    @SuppressWarnings("FieldMayBeFinal") // written by COUNTED
    private volatile int counted; // counted part of uncounted

    OwnFailures(Failures failures) {
        this.failures = failures;
    }

    /** Counts a failure. Throws only a ThreadDeath, or the error of a stack without room for this call. */
    public void caught(Place place, Throwable failure) {
        caught(place, failure, null, 0);
    }

    /** Counts a failure, and gives up this thread's claim of {@code entry} if {@code held} is not null. */
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
                claimed.unended = entry;
            }
        }
    }

    /** Counts the recorded failures, on a thread of the application. */
    public void settle() {
        if (uncounted != counted) {
            StackRoom.touch(); // a stack overflow would lose some
            count();
        }
    }

    /** Counts the recorded failures. */
    void count() {
        int now = uncounted;
        int before = counted;
        if (now != before && COUNTED.compareAndSet(this, before, now)) {
            failures.caughtBefore(Place.END, now - before);
        }
    }
}
