package dev.tollbooth.internal.control;

/** The place in Tollbooth where a failure of its own was caught. */
public enum Place {
    /** Wrapping a new connection. */
    CONNECT,
    /** Before the driver's call of an execution. */
    BEGIN,
    /** After the driver's call of an execution. */
    END,
    /** Applying journals to the ledger. */
    SETTLE,
    /** Counting the rows of a result set. */
    FETCH,
    /** Reading the cost or plan of a statement from the server's answer. */
    RU_SOURCE,
    /** Asking the database for the plan of a statement. */
    PLAN_SOURCE,
    /** Commit, rollback and the work after a transaction. */
    TRANSACTION,
    /** Making a proxy that declares the driver's own interfaces. */
    VENDOR_INTERFACES,
    /** Cancelling a running statement. */
    CANCEL,
    /** Registering or reading MBeans. */
    JMX,
    /** Building or delivering a report. */
    REPORT,
    /** Opening the SQL tables' ports, or closing the tables. */
    SQL,
    /** Opening the console's port, or answering its page. */
    CONSOLE,
    /** Collecting request units once a second, and closing windows. */
    TOP_RU,
    /** Asking the application for the memory that it holds. */
    MEMORY,
    /** Closing a connection or an instance. */
    CLOSE
}
