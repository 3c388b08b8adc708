package dev.tollbooth.internal.journal;

/**
 * The progress of applying a journal, and the tick's counts of the running entry. It is apart from the journal, so that
 * writers don't share its cache lines.
 *
 * <p>Guarded by the table's lock, except {@link #settled}.
 */
final class Progress {

    /** The next entry to apply. */
    long next;

    /** The number of applied entries, whose places the writer may reuse. The writer reads it without the lock. */
    volatile long settled;

    private long most;
    private long sampledEntry = -1;
    private long sampledNanos;
    private double sampledRu;

    /** Records the number of entries that wait to be applied. */
    void waiting(long entries) {
        if (entries > most) {
            most = entries;
        }
    }

    /** Returns the largest number of waiting entries since the last call. */
    long takeMost() {
        long taken = most;
        most = 0;
        return taken;
    }

    /** Records the time and request units of the running {@code entry} that are counted already. */
    void sampled(long entry, long nanos, double ru) {
        sampledEntry = entry;
        sampledNanos = nanos;
        sampledRu = ru;
    }

    /** Returns the time of {@code entry} that is counted already. */
    long sampledNanos(long entry) {
        return sampledEntry == entry ? sampledNanos : 0;
    }

    /** Returns the request units of {@code entry} that are counted already. */
    double sampledRu(long entry) {
        return sampledEntry == entry ? sampledRu : 0;
    }
}
