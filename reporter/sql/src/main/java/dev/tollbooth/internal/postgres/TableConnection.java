package dev.tollbooth.internal.postgres;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * A connection to the tables inside this JVM.
 *
 * <p>Any thread may call {@link #cancel} and {@link #abort}, one thread at a time everything else.
 */
public interface TableConnection extends AutoCloseable {

    /** Returns the JDBC connection, with the rights of its user. */
    Connection jdbc();

    /** Cancels the running statement, if there is one, without waiting. */
    void cancel();

    /** Ends the running statement by closing the connection, if cancelling did not end it, without waiting. */
    default void abort() {
        cancel();
    }

    @Override
    void close() throws SQLException;

    /** A factory of connections. */
    @FunctionalInterface
    interface Source {

        /** Connects as {@code user}, whose identity was checked. */
        TableConnection connect(String user) throws SQLException;
    }
}
