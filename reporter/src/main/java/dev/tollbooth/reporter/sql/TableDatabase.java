package dev.tollbooth.reporter.sql;

import java.sql.Connection;
import java.sql.SQLException;

/** The database behind the tables, without its classes: they are loaded only where it is opened. */
interface TableDatabase {

    /** Opens a connection of the application's own user, who may read and empty all tables. */
    Connection connect() throws SQLException;

    /** Adds a user. */
    void addUser(String user, String password, Grants grants) throws SQLException;

    /** Opens a port on loopback; what is returned closes it. */
    AutoCloseable listen(Protocol protocol, int port) throws SQLException;

    /** Returns about how many bytes of heap it holds; waits for nobody. */
    long heldBytes();

    /** Ends all connections and forgets everything. */
    void close() throws SQLException;
}
