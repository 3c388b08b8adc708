package dev.tollbooth.reporter;

import dev.tollbooth.accounting.report.ReportConsumer;

/** A consumer of Tollbooth's own, which can tell how much it has written or sent. */
public interface ReportSink extends ReportConsumer {

    /** Returns the bytes written or sent since it was made. */
    long bytes();

    /** Returns the bytes of encoded messages that it holds now, by calculation; takes no lock that it sends under. */
    default long heldBytes() {
        return 0;
    }
}
