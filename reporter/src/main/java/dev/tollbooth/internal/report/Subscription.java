package dev.tollbooth.internal.report;

/** A consumer's place among those who get reports. Thread-safe. */
public final class Subscription implements AutoCloseable {

    private final Reporter reporter;
    private final GuardedSink sink;
    private final WindowClaim lease;

    Subscription(Reporter reporter, GuardedSink sink, WindowClaim lease) {
        this.reporter = reporter;
        this.sink = sink;
        this.lease = lease;
    }

    /**
     * Ends it; a second call does nothing. Reports that the consumer has or that wait for it may finish, for 10 seconds at most, or a second over the network. Called by the consumer itself, it returns at once.
     */
    @Override
    public void close() {
        end();
        reporter.remove(this);
    }

    /** Gives the claim on windows up. */
    void end() {
        lease.close();
    }

    GuardedSink sink() {
        return sink;
    }

    /** Returns how its sink does. */
    public SinkStatus status() {
        return sink.status();
    }
}
