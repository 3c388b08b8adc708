package dev.tollbooth.statement;

/**
 * A kind of event that is counted regardless of the SQL text: a row of {@code
 * events_statements_summary_global_by_event_name}.
 */
public enum EventKind {
    /** Executions of all statements. */
    STATEMENT("statement/jdbc"),
    /** Commits by the application. */
    COMMIT("transaction/commit"),
    /** Rollbacks by the application. */
    ROLLBACK("transaction/rollback"),
    /** Connections opened. */
    CONNECT("connection/connect");

    private final String eventName;

    EventKind(String eventName) {
        this.eventName = eventName;
    }

    /** {@return the name of this kind in the column EVENT_NAME} */
    public String eventName() {
        return eventName;
    }
}
