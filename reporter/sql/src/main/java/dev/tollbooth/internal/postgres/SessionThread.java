package dev.tollbooth.internal.postgres;

/** The thread of one session, which counts the rows that it reads from the tables. */
final class SessionThread extends Thread implements RowMeter {

    /** The stack size in bytes. Deep expressions need much stack, and code that reads a table must not run out of it. */
    private static final long STACK_BYTES = 2 << 20;

    private final RowMeter meter;

    SessionThread(Runnable session, String name, RowMeter meter) {
        super(null, session, name, STACK_BYTES, false);
        setDaemon(true);
        this.meter = meter;
    }

    @Override
    public boolean rowRead() {
        return meter.rowRead();
    }

    /** Counts a plan like a row, because a plan takes memory, too. */
    @Override
    public boolean planWeighed() {
        return meter.rowRead();
    }
}
