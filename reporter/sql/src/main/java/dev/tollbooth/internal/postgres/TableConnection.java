package dev.tollbooth.internal.postgres;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * A connection to the tables inside this JVM.
 *
 * <p>{@link #cancel} and {@link #abort} may be called by any thread, all else by one at a time.
 */
public interface TableConnection extends AutoCloseable {

    /** Returns it as JDBC knows it, with the rights of its user. */
    Connection jdbc();

    /** Ends the statement that runs, if there is one; waits for nobody. */
    void cancel();

    /** Ends the statement that runs, and the connection with it, where cancelling did not end it; waits for nobody. */
    default void abort() {
        cancel();
    }

    @Override
    void close() throws SQLException;

    /** Opens connections. */
    @FunctionalInterface
    interface Source {

        /** Connects as {@code user}, who is known to be that user. */
        TableConnection connect(String user) throws SQLException;
    }
}
