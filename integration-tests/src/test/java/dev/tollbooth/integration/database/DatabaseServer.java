package dev.tollbooth.integration.database;

import java.sql.SQLException;

/** A running database server. Thread-safe; the server ends with {@link #close()}. */
interface DatabaseServer extends AutoCloseable {
    /** Makes a database of this name, empty, also where one of this name was there. */
    Endpoint emptyDatabase(String name) throws SQLException;

    @Override
    void close() throws Exception;
}
