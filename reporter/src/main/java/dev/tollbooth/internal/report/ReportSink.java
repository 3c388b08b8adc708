package dev.tollbooth.internal.report;

import dev.tollbooth.report.ReportConsumer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A consumer of Tollbooth's own, which can tell how much it has written or sent. */
public interface ReportSink extends ReportConsumer {

    /** The longest wait of a close for all sinks together that are not local. */
    long NETWORK_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Called once before the first report, on the sink's thread: says at once what would fail later. Throws nothing. */
    default void open() {}

    /** Returns how far it is with what it took; null: where {@link #accept} has returned, the report is sent. */
    default @Nullable SinkProgress progress() {
        return null;
    }

    /** Returns the bytes written or sent since it was made. */
    long bytes();

    /** Whether reports stay on this machine: then a close waits for them. */
    default boolean isLocal() {
        return false;
    }

    /** Returns the bytes of encoded messages that it holds now, by calculation; takes no lock that it sends under. */
    default long heldBytes() {
        return 0;
    }

    /** Whether it also wants to be called, with an empty report, as an interval ends in which nothing was counted. */
    default boolean wantsIdle() {
        return false;
    }
}
