package dev.tollbooth.integration.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * Where an application connects to: an empty database on a running server.
 *
 * @param database the product and version
 * @param url the driver's own JDBC URL, without Tollbooth's prefix
 * @param user the user that owns the database
 * @param password the user's password
 */
public record Endpoint(Database database, String url, String user, String password) {
    /** Opens a connection of the driver's own. */
    public Connection connectDirectly() throws SQLException {
        return DriverManager.getConnection(url, user, password);
    }
}
