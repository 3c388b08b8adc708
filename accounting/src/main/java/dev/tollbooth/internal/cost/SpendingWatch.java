package dev.tollbooth.internal.cost;

/** A listener that receives all request units of each second's drain, before top-N. One thread at a time calls it. */
public interface SpendingWatch {

    /** A watch that does nothing. */
    SpendingWatch NONE = new SpendingWatch() {
        @Override
        public void at(long epochSeconds, long nowNanos) {}

        @Override
        public void spent(RuOwner owner, double ru) {}
    };

    /** Begins a drain. The request units that follow were spent up to this time. */
    void at(long epochSeconds, long nowNanos);

    /**
     * Receives the request units that one statement with one plan of {@code owner} spent since the last drain. An
     * implementation must not throw: the drain would return these request units, and the next drain would add them a
     * second time.
     */
    void spent(RuOwner owner, double ru);
}
