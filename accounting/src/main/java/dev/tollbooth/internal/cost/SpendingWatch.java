package dev.tollbooth.internal.cost;

/** A listener that sees each second's drain of request units, before anything is cut. One thread at a time calls it. */
public interface SpendingWatch {

    /** A watch that does nothing. */
    SpendingWatch NONE = new SpendingWatch() {
        @Override
        public void at(long epochSeconds, long nowNanos) {}

        @Override
        public void spent(RuOwner owner, double ru) {}
    };

    /** Begins a drain. The request units that follow were spent up to this second. */
    void at(long epochSeconds, long nowNanos);

    /**
     * Receives the request units that one statement of {@code owner} spent. An implementation must not throw, because
     * the request units are counted already.
     */
    void spent(RuOwner owner, double ru);
}
