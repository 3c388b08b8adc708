package dev.tollbooth.internal.report;

/** A consumer's subscription to reports. Thread-safe. */
public final class Subscription implements AutoCloseable {

    private final Reporter reporter;
    private final GuardedSink sink;
    private final Runnable release;

    Subscription(Reporter reporter, GuardedSink sink, Runnable release) {
        this.reporter = reporter;
        this.sink = sink;
        this.release = release;
    }

    /**
     * Ends the subscription; a second call does nothing. Waits until the consumer has finished its reports, at most 10
     * seconds, or one second for a consumer over the network. A call by the consumer itself returns at once.
     */
    @Override
    public void close() {
        end();
        reporter.remove(this);
    }

    /** Releases the claim on windows. */
    void end() {
        release.run();
    }

    GuardedSink sink() {
        return sink;
    }

    /** Returns the status of the subscription's sink. */
    public SinkStatus status() {
        return sink.status();
    }
}
