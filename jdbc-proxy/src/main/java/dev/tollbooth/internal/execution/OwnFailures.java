package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.journal.Journal;
import org.jspecify.annotations.Nullable;

/**
 * Failures of ours on one connection, which the application never sees: counted when they are caught, or, where the stack
 * has no frame left for the call that counts, noted by an assignment to {@link #owed} and counted later.
 *
 * <p>So who catches one writes {@code try { failures.caught(place, t); } catch (Throwable more) { failures.owed++; }}.
 * Thread-safe, but that of failures which two threads note at the same moment one may be missing.
 */
public final class OwnFailures {

    private final Failures failures;

    /** Failures that are noted and not counted. */
    public int owed;

    /** What an execution has claimed whose end failed before it was counted, noted like those. */
    @Nullable
    public Journal unended;

    /** Which entry of it. */
    public long unendedEntry;

    OwnFailures(Failures failures) {
        this.failures = failures;
    }

    /** Counts a failure; throws nothing unless the stack has no frame for this call. */
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
        } catch (Throwable t) {
            owed++;
            if (claimed != null) {
                unended = claimed;
                unendedEntry = entry;
            }
        }
    }

    /** Does what was noted. */
    void settle() {
        if (owed == 0) {
            return;
        }
        Journal claimed = unended;
        if (claimed != null) {
            unended = null;
            claimed.abandon(unendedEntry);
        }
        failures.caughtBefore(Place.END, owed);
        owed = 0;
    }
}
