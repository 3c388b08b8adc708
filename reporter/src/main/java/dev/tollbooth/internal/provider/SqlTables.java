package dev.tollbooth.internal.provider;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * The figures of one instance in SQL, as the schema {@value #SCHEMA} of a private database.
 *
 * <p>The tables store nothing: each query makes its rows from the live figures. All tables can be read, and some can be
 * truncated; nothing else changes them. Statements on them are not accounted.
 *
 * <p>Thread-safe.
 */
public interface SqlTables extends AutoCloseable {

    /** The schema of the tables, and the database's name for clients from outside. */
    String SCHEMA = "performance_schema";

    /**
     * Opens a connection that may read all tables, and truncate those that can be truncated.
     *
     * @throws SQLException if the tables are closed
     */
    Connection connect() throws SQLException;

    /**
     * Adds a user who may read all tables and can connect from outside if {@link #listen} has opened a port.
     *
     * @param user a name, which is case-insensitive
     * @param password the password, which must not be empty
     * @param mayTruncate whether the user may truncate tables, too
     * @throws SQLException if the name or the password is empty, or the user exists
     */
    void addUser(String user, String password, boolean mayTruncate) throws SQLException;

    /**
     * Listens on {@code port} of the loopback address until {@link #close}, for psql and PostgreSQL's drivers.
     *
     * @param port 1 to 65535
     * @throws SQLException if the port is in use
     */
    void listen(int port) throws SQLException;

    /** Returns the approximate bytes of heap of the database, without waiting. */
    long heldBytes();

    /** Returns the number of the port's threads that still execute a query although it was cancelled. */
    int stuckQueries();

    /** Closes the port, ends all connections and drops all users; a second call does nothing. */
    @Override
    void close() throws SQLException;
}
