package dev.tollbooth.internal.report;

import dev.tollbooth.report.ReportConsumer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A consumer of Tollbooth's own, which knows how much it has written or sent. */
public interface ReportSink extends ReportConsumer {

    /** The longest wait of a close for all sinks over the network together. */
    long NETWORK_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * Runs once before the first report, on the sink's thread, and reports faults before they cause failures. Throws
     * nothing.
     */
    default void open() {}

    /** Returns the progress of accepted reports; null if a report is sent once {@link #accept} has returned. */
    default @Nullable SinkProgress progress() {
        return null;
    }

    /** Returns the bytes written or sent since the start. */
    long bytes();

    /** Returns whether reports stay on this machine, so that a close waits for them. */
    default boolean isLocal() {
        return false;
    }

    /** Returns the calculated bytes of encoded messages in memory; takes no lock that is held while sending. */
    default long heldBytes() {
        return 0;
    }

    /** Returns whether the sink wants an empty report at the end of an interval without figures. */
    default boolean wantsIdle() {
        return false;
    }
}
