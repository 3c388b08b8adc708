package dev.tollbooth.integration.database;

import java.sql.SQLException;

/**
 * A running database server, until {@link #close()}.
 *
 * <p>Thread-safe.
 */
interface DatabaseServer extends AutoCloseable {
    /** Makes an empty database of this name, and drops an existing one. */
    Endpoint emptyDatabase(String name) throws SQLException;

    @Override
    void close() throws Exception;
}
