package dev.tollbooth.internal.sql;

import dev.tollbooth.internal.postgres.TableConnection;
import java.sql.Connection;
import java.sql.SQLException;

/** The database behind the tables, without its classes: they are loaded only where it is opened. */
interface TableDatabase {

    /** Opens a connection of the application's own user, who may read and empty all tables. */
    Connection connect() throws SQLException;

    /** Adds a user; whether somebody is that user is for others to find out. */
    void addUser(String user, Grants grants) throws SQLException;

    /** Opens a connection of a user who was added. */
    TableConnection connectAs(String user) throws SQLException;

    /** Returns about how many bytes of heap it holds; waits for nobody. */
    long heldBytes();

    /** Ends all connections and forgets everything. */
    void close() throws SQLException;
}
