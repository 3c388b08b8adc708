package dev.tollbooth.internal.report;

import dev.tollbooth.report.DropReason;

/** Says that a sink did not take a report though nothing failed, such as one whose receiver is behind. */
public final class RefusedReportException extends Exception {

    private static final long serialVersionUID = 1L;

    private final DropReason reason;

    /** A report is refused for {@code reason}, and counted so; it is no failure. */
    public RefusedReportException(DropReason reason) {
        super("report refused: reason=" + reason + "; the next one may be taken");
        this.reason = reason;
    }

    /** Returns why. */
    public DropReason reason() {
        return reason;
    }
}
