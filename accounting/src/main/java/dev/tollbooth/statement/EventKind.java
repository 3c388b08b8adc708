package dev.tollbooth.statement;

/** The events that are counted whatever the statement's text; the rows of {@code events_statements_summary_global_by_event_name}. */
public enum EventKind {
    /** Executions of all statements. */
    STATEMENT("statement/jdbc"),
    /** Commits that the application called for. */
    COMMIT("transaction/commit"),
    /** Rollbacks that the application called for. */
    ROLLBACK("transaction/rollback"),
    /** Connections opened. */
    CONNECT("connection/connect");

    private final String eventName;

    EventKind(String eventName) {
        this.eventName = eventName;
    }

    /** {@return EVENT_NAME} */
    public String eventName() {
        return eventName;
    }
}
