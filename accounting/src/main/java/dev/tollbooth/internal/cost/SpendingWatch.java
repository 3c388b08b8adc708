package dev.tollbooth.internal.cost;

/** Sees what is spent as it is drained, each second, before anything is cut. Called by one thread at a time. */
public interface SpendingWatch {

    /** Nobody watches. */
    SpendingWatch NONE = new SpendingWatch() {
        @Override
        public void at(long epochSeconds, long nowNanos) {
            // nobody
        }

        @Override
        public void spent(RuOwner owner, double ru) {
            // nobody
        }
    };

    /** Begins a drain: the following request units were spent up to this second. */
    void at(long epochSeconds, long nowNanos);

    /** Takes request units of an owner; of several statements, one after the other. Throws nothing: they are counted already. */
    void spent(RuOwner owner, double ru);
}
