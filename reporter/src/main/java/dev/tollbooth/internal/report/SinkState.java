package dev.tollbooth.internal.report;

/** The state of a sink. */
public enum SinkState {
    /** The sink waits for a report. */
    IDLE,
    /** The last attempt failed: reports wait in memory for the next one. */
    WAITING,
    /** The sink processes a report. */
    RUNNING,
    /** The sink exceeds the time limit for a report. */
    STALLED,
    /** The sink failed repeatedly and is skipped for a while. */
    BACKED_OFF,
    /** The sink gets no more reports. */
    CLOSED
}
