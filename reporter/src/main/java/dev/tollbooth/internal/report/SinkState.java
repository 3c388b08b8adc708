package dev.tollbooth.internal.report;

/** The state of a sink. */
public enum SinkState {
    /** It waits for a report. */
    IDLE,
    /** Its last attempt failed: what it took waits in memory and is tried again with the next report. */
    WAITING,
    /** It takes a report. */
    RUNNING,
    /** It has taken a report for longer than it may, and has not come back. */
    STALLED,
    /** It has failed again and again and is left alone for a while. */
    BACKED_OFF,
    /** It gets no more reports. */
    CLOSED
}
