package dev.tollbooth.integration.tidb;

import com.mysql.cj.jdbc.MysqlDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.mariadb.jdbc.MariaDbDataSource;

/** The drivers by which applications reach TiDB. */
enum TidbClient {
    CONNECTOR_J("mysql", "&sslMode=DISABLED&allowPublicKeyRetrieval=false"),
    MARIADB_CONNECTOR("mariadb", "&sslMode=disable");

    private final String prefix;
    private final String options;

    TidbClient(String prefix, String options) {
        this.prefix = prefix;
        this.options = options;
    }

    /** Returns the driver's own URL of the stand-in; {@code more} are options that begin with an ampersand each. */
    String url(TidbServer server, String more) {
        return "jdbc:" + prefix + "://127.0.0.1:" + server.port() + "/shop?socketTimeout=60000" + options + more;
    }

    /** Connects without Tollbooth. */
    Connection connect(TidbServer server, String more) throws SQLException {
        return DriverManager.getConnection(url(server, more), "app", "secret");
    }

    /** Returns a data source of the driver's own. */
    DataSource dataSource(TidbServer server, String more) throws SQLException {
        if (this == MARIADB_CONNECTOR) {
            MariaDbDataSource source = new MariaDbDataSource(url(server, more));
            source.setUser("app");
            source.setPassword("secret");
            return source;
        }
        MysqlDataSource source = new MysqlDataSource();
        source.setUrl(url(server, more));
        source.setUser("app");
        source.setPassword("secret");
        return source;
    }

    /** Makes a statement that reads row by row from the socket. */
    PreparedStatement streaming(Connection connection, String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setFetchSize(this == CONNECTOR_J ? Integer.MIN_VALUE : 1);
        return statement;
    }

    /** Makes a table {@code t} of ten rows. */
    static void fill(Connection connection) throws SQLException {
        update(connection, "CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(20))");
        update(connection, "CREATE TABLE keyed (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(20))");
        update(
                connection,
                "INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd'), (5, 'e'), (6, 'f'), (7, 'g'), (8, 'h'),"
                        + " (9, 'i'), (10, 'j')");
    }

    static int update(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    /** Reads all rows, each as its first column's text. */
    static List<String> query(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return texts(rows);
        }
    }

    static List<String> texts(ResultSet rows) throws SQLException {
        List<String> texts = new ArrayList<>();
        while (rows.next()) {
            texts.add(String.valueOf(rows.getString(1)));
        }
        return texts;
    }
}
