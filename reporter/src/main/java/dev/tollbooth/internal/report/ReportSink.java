package dev.tollbooth.internal.report;

import dev.tollbooth.internal.report.SinkStatus.SinkProgress;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.ReportConsumer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One of Tollbooth's own consumers. It counts what it has written or sent. */
public interface ReportSink extends ReportConsumer {

    /** The longest wait of a close for all sinks over the network together. */
    long NETWORK_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * Runs once before the first report, on the sink's thread. Logs faults before they cause failures. Throws nothing.
     */
    default void open() {}

    /** Returns the progress of accepted reports; null if each report is sent when {@link #accept} returns. */
    default @Nullable SinkProgress progress() {
        return null;
    }

    /** Returns the bytes written or sent since the start. */
    long bytes();

    /** Returns whether reports stay on this machine. A close waits longer for such sinks. */
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

    /**
     * An exception that signals that a sink refuses a report although nothing failed, for example because its receiver is
     * too slow.
     */
    public static final class RefusedReportException extends Exception {

        private static final long serialVersionUID = 1L;

        private final DropReason reason;

        /** Makes an exception for a report that is counted as dropped for {@code reason}, not as a failure. */
        public RefusedReportException(DropReason reason) {
            super("report refused: reason=" + reason + "; the next one may be taken");
            this.reason = reason;
        }

        /** Returns the reason. */
        public DropReason reason() {
            return reason;
        }
    }
}
