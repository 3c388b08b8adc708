package dev.tollbooth.fleet.query;

/** What the top of a fleet is ordered by, or, for the last four, whose figures a row is of. */
public enum FleetOrder {
    /** Request units. */
    RU("ru"),
    /** Time of executions. */
    TIME("latency_ns"),
    /** Executions. */
    COUNT("executions"),
    /** Latency that one in a hundred exceeds. */
    P99("p99_nanos"),
    /** Failed executions. */
    ERRORS("errors"),
    /** Rows read and affected. */
    ROWS("rows"),
    /** One row for each service, by time. */
    SERVICE("latency_ns"),
    /** One row for each instance, by time. */
    INSTANCE("latency_ns"),
    /** One row for each origin, who in the code executes, by time. */
    ORIGIN("latency_ns"),
    /** One row for each statement that transactions repeat, and its origin. */
    REPETITIONS("repeated_executions");

    private final String column;

    FleetOrder(String column) {
        this.column = column;
    }

    String column() {
        return column;
    }

    /** Returns whether a row is of a sender, not of a statement. */
    public boolean isOfSenders() {
        return this == SERVICE || this == INSTANCE;
    }

    /** Returns whether a row is of an origin. */
    public boolean isOfOrigins() {
        return this == ORIGIN || this == REPETITIONS;
    }

    /** Returns whether the figure is known by user, not only of a statement as a whole. */
    boolean isByUser() {
        return this == RU || this == TIME || this == COUNT;
    }
}
