package dev.tollbooth.accounting.statement;

/**
 * The live row of one kind of event that has no statement text, such as a commit.
 *
 * <p>Thread-safe; a recorder waits for nobody.
 */
public final class EventStats {

    private static final class Row extends StripedTotals {}

    private final EventKind kind;
    private volatile StripedTotals row = new Row();

    EventStats(EventKind kind) {
        this.kind = kind;
    }

    /**
     * Counts one event.
     *
     * @param stripeHint a number that differs between threads or connections
     * @param elapsedNanos its duration in nanoseconds; below 0 counts as 0
     * @param endNanos the ticker's reading at its end
     * @param errorClass {@link ErrorClass#code}; 0 for none
     */
    public void record(int stripeHint, long elapsedNanos, long endNanos, int errorClass) {
        Stripe stripe = row.acquireAny(stripeHint);
        while (stripe == null) {
            // it was reset; the new row is there before the old one refuses
            stripe = row.acquireAny(stripeHint);
        }
        long held = stripe.sequence;
        try {
            stripe.addExecution(elapsedNanos, endNanos, 0, 0, errorClass);
            stripe.release();
        } catch (Throwable t) {
            stripe.sequence = held + 1;
            throw t;
        }
    }

    /** Returns the events since the last reset. */
    public synchronized EventSnapshot snapshot() {
        Totals sum = new Totals();
        row.readInto(sum, new Totals());
        return EventSnapshot.of(kind, sum);
    }

    synchronized void reset() {
        StripedTotals old = row;
        row = new Row();
        old.retireInto(new Totals());
    }
}
