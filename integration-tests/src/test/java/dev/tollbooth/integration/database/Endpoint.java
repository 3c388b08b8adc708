package dev.tollbooth.integration.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import javax.sql.ConnectionPoolDataSource;
import javax.sql.DataSource;
import javax.sql.XADataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.mariadb.jdbc.MariaDbDataSource;
import org.postgresql.ds.PGConnectionPoolDataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.ds.common.BaseDataSource;
import org.postgresql.xa.PGXADataSource;

/**
 * The address of an empty database on a running server.
 *
 * @param database the product and version
 * @param url the driver's own JDBC URL, without Tollbooth's prefix
 * @param user the user that owns the database
 * @param password the user's password
 */
public record Endpoint(Database database, String url, String user, String password) {
    /** Returns a new source of XA connections of the driver. */
    public XADataSource driverXaDataSource() throws SQLException {
        return switch (database) {
            case H2 -> h2();
            case POSTGRESQL_14, POSTGRESQL_18 -> withUrl(new PGXADataSource());
            case MARIADB -> mariadb();
        };
    }

    /** Returns a new plain data source of the driver. */
    public DataSource driverDataSource() throws SQLException {
        return switch (database) {
            case H2 -> h2();
            case POSTGRESQL_14, POSTGRESQL_18 -> withUrl(new PGSimpleDataSource());
            case MARIADB -> mariadb();
        };
    }

    /** Returns a new source of pooled connections of the driver. */
    public ConnectionPoolDataSource driverConnectionPoolDataSource() throws SQLException {
        return switch (database) {
            case H2 -> h2();
            case POSTGRESQL_14, POSTGRESQL_18 -> withUrl(new PGConnectionPoolDataSource());
            case MARIADB -> mariadb();
        };
    }

    private JdbcDataSource h2() {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL(url);
        dataSource.setUser(user);
        dataSource.setPassword(password);
        return dataSource;
    }

    private <D extends BaseDataSource> D withUrl(D dataSource) {
        dataSource.setURL(url);
        dataSource.setUser(user);
        dataSource.setPassword(password);
        return dataSource;
    }

    private MariaDbDataSource mariadb() throws SQLException {
        MariaDbDataSource dataSource = new MariaDbDataSource(url);
        dataSource.setUser(user);
        dataSource.setPassword(password);
        return dataSource;
    }

    /** Opens a connection with the driver. */
    public Connection connectDirectly() throws SQLException {
        return DriverManager.getConnection(url, user, password);
    }
}
