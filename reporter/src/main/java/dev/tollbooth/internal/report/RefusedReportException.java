package dev.tollbooth.internal.report;

import dev.tollbooth.report.DropReason;

/**
 * An exception that signals that a sink refuses a report although nothing failed, for example because its receiver is
 * too slow.
 */
public final class RefusedReportException extends Exception {

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
