package dev.tollbooth.internal.journal;

/**
 * How far a journal is settled, and what the tick has counted of the entry that runs. Apart from the journal, whose writer
 * touches none of it.
 *
 * <p>Guarded by the table's lock.
 */
final class Progress {

    /** The next entry to be settled. */
    long next;

    private long most;
    private long sampledEntry = -1;
    private long sampledNanos;
    private double sampledRu;

    /** Notes that so many entries wait to be settled. */
    void waiting(long entries) {
        if (entries > most) {
            most = entries;
        }
    }

    /** Returns how many have waited at most since this was called last. */
    long takeMost() {
        long taken = most;
        most = 0;
        return taken;
    }

    /** Notes that of {@code entry}, which runs, this time and these request units are counted already. */
    void sampled(long entry, long nanos, double ru) {
        sampledEntry = entry;
        sampledNanos = nanos;
        sampledRu = ru;
    }

    /** Returns how much time of {@code entry} is counted already. */
    long sampledNanos(long entry) {
        return sampledEntry == entry ? sampledNanos : 0;
    }

    /** Returns how many request units of {@code entry} are counted already. */
    double sampledRu(long entry) {
        return sampledEntry == entry ? sampledRu : 0;
    }
}
