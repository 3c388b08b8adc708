package dev.tollbooth.internal.control;

/** Where in Tollbooth a failure of its own was caught. */
public enum Place {
    /** Wrapping a new connection. */
    CONNECT,
    /** Before the driver's call of an execution. */
    BEGIN,
    /** After the driver's call of an execution. */
    END,
    /** Adding what was executed to the accounts. */
    SETTLE,
    /** Counting the rows of a result set. */
    FETCH,
    /** Reading what a statement cost, or its plan, from what the server says. */
    RU_SOURCE,
    /** Asking a database how it runs a statement. */
    PLAN_SOURCE,
    /** Commit, rollback and what follows a transaction. */
    TRANSACTION,
    /** Making a proxy that declares a driver's further interfaces. */
    VENDOR_INTERFACES,
    /** Cancelling a running statement. */
    CANCEL,
    /** Registering or reading MBeans. */
    JMX,
    /** Building a report or handing it out. */
    REPORT,
    /** Opening the SQL tables' ports, or closing the tables. */
    SQL,
    /** Opening the console's port, or answering its page. */
    CONSOLE,
    /** Taking and handing on what sessions spent, once a second and at each window's end. */
    TOP_RU,
    /** Asking the application what memory it holds. */
    MEMORY,
    /** Closing a connection or an instance. */
    CLOSE
}
