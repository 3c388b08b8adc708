package dev.tollbooth.internal.postgres;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * A connection to the tables inside this JVM.
 *
 * <p>Any thread may call {@link #cancel} and {@link #abort}. Only one thread at a time may call the rest.
 */
public interface TableConnection extends AutoCloseable {

    /** Returns the JDBC connection, with the rights of its user. */
    Connection jdbc();

    /** Cancels the running statement, if there is one, without waiting. */
    void cancel();

    /**
     * Ends a statement that {@link #cancel} did not end, by closing the connection, without waiting. The default only
     * cancels.
     */
    default void abort() {
        cancel();
    }

    @Override
    void close() throws SQLException;

    /** A factory of connections. */
    @FunctionalInterface
    interface Source {

        /** Connects as {@code user}, whose password was checked before. */
        TableConnection connect(String user) throws SQLException;
    }
}
