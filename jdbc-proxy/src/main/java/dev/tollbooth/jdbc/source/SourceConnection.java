package dev.tollbooth.jdbc.source;

import java.sql.Connection;

/**
 * What a source may know of a new connection.
 *
 * @param connection the driver's
 * @param product the database's product name, such as {@code PostgreSQL}
 * @param warningsAreLocal whether the driver gives warnings without asking the server
 * @param user the connection's user, empty where it is not known
 * @param options the settings of sources
 */
public record SourceConnection(
        Connection connection, String product, boolean warningsAreLocal, String user, RuOptions options) {}
