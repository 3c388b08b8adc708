package dev.tollbooth.internal.report;

/** The state of a sink. */
public enum SinkState {
    /** The sink waits for a report. */
    IDLE,
    /** The last attempt failed, or reports wait in memory for the next attempt. */
    WAITING,
    /** The sink processes a report, or is being opened. */
    RUNNING,
    /** The sink has exceeded the time limit for a report. */
    STALLED,
    /** The sink failed repeatedly and is skipped for a while. */
    BACKED_OFF,
    /** The sink gets no more reports. */
    CLOSED
}
