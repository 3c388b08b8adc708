package dev.tollbooth.internal.provider;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * The statement tables of one instance in SQL, as the schema {@value #SCHEMA} of a private database.
 *
 * <p>The tables hold nothing: each read makes its rows of the live accounts. They can be read and truncated; whatever
 * else is refused to everyone. Statements on them are not accounted.
 *
 * <p>Thread-safe.
 */
public interface SqlTables extends AutoCloseable {

    /** The schema of the tables, and the database's name for clients from outside. */
    String SCHEMA = "performance_schema";

    /**
     * Opens a connection that may read and truncate all tables.
     *
     * @throws SQLException if the tables are closed
     */
    Connection connect() throws SQLException;

    /**
     * Adds a user, who may read all tables and can connect from outside where {@link #listen} has opened a port.
     *
     * @param user a name; upper and lower case are the same
     * @param password not empty
     * @param mayTruncate whether the user may truncate the tables, too
     * @throws SQLException if one is empty or there is such a user
     */
    void addUser(String user, String password, boolean mayTruncate) throws SQLException;

    /**
     * Listens on {@code port} of the loopback address until {@link #close}, for psql and drivers of PostgreSQL.
     *
     * @param port 1 to 65535
     * @throws SQLException if the port is taken
     */
    void listen(int port) throws SQLException;

    /** Returns about how many bytes of heap the database behind the tables holds; waits for nobody. */
    long heldBytes();

    /** Returns how many threads of the port go on with a query though its time is over and it was cancelled. */
    int stuckQueries();

    /** Closes the port, ends all connections and forgets all users; a second call does nothing. */
    @Override
    void close() throws SQLException;
}
