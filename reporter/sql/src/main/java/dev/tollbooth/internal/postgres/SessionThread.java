package dev.tollbooth.internal.postgres;

/** The thread of one session, which the tables tell of the rows that it reads. */
final class SessionThread extends Thread implements RowMeter {

    /** Whatever the JVM's threads have: deep expressions need it, and none may end in the middle of reading a table. */
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

    /** A plan takes memory, as a row does. */
    @Override
    public boolean planWeighed() {
        return meter.rowRead();
    }
}
