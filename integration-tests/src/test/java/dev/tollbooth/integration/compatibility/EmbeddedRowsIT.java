package dev.tollbooth.integration.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.statement.StatementSnapshot;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests the rows changed by {@code execute}: they are known if the driver allows any number of calls of {@code
 * getUpdateCount}.
 */
final class EmbeddedRowsIT {

    @ParameterizedTest
    @CsvSource({
        "org.sqlite.JDBC, sqlite::memory:, 9, 0",
        "org.hsqldb.jdbc.JDBCDriver, hsqldb:mem:rows, 9, 0",
        "org.apache.derby.iapi.jdbc.AutoloadedDriver, derby:memory:rows;create=true, 9, 0",
        // a second call returns -1, and the application makes one
        "org.duckdb.DuckDBDriver, duckdb:, , 3",
    })
    void execute_ofUpdates_knowsRowsOfDriversThatKeepTheirCount(String driver, String url, Long affected, long unknown)
            throws Exception {
        Driver given = (Driver) Class.forName(driver).getConstructor().newInstance();
        String name = "rows-" + url.substring(0, 4);
        try (Tollbooth tollbooth =
                Tollbooth.builder().setting("name", name).setting("jmx", "off").build()) {
            long seen = 0;
            try (Connection connection =
                    tollbooth.wrap(source(given, "jdbc:" + url)).getConnection()) {
                prepare(connection);
                tollbooth.statements().reset();
                for (int round = 0; round < 3; round++) {
                    seen += update(connection);
                }
            }
            assertThat(seen).as("what the application saw").isEqualTo(9);
            StatementSnapshot row = tollbooth.statements().list().stream()
                    .filter(each -> each.count() > 0)
                    .toList()
                    .get(0);
            assertThat(row.count()).isEqualTo(3);
            assertThat(row.rowsAffected()).isEqualTo(affected);
            assertThat(row.rowsUnknown()).isEqualTo(unknown);
        }
    }

    /** Tests SQLite, whose fetch size is 0, and which computes each row in {@code next()}. */
    @Test
    void next_ofSqlite_isFetchTime() throws Exception {
        String sql = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 300000) SELECT n FROM r";
        Driver given =
                (Driver) Class.forName("org.sqlite.JDBC").getConstructor().newInstance();
        try (Tollbooth tollbooth = Tollbooth.builder()
                .setting("name", "rows-computed")
                .setting("jmx", "off")
                .build()) {
            try (Connection connection = tollbooth
                            .wrap(source(given, "jdbc:sqlite::memory:"))
                            .getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(sql)) {
                while (rows.next()) {
                    rows.getInt(1);
                }
            }
            StatementSnapshot row = tollbooth.statements().list().get(0);
            assertThat(row.rowsSent()).isEqualTo(300_000);
            assertThat(row.fetchNanos()).isGreaterThan(1_000_000);
        }
    }

    private static void prepare(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("CREATE TABLE passage (id INT NOT NULL PRIMARY KEY, toll INT)");
        }
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO passage (id) VALUES (?)")) {
            for (int id = 0; id < 3; id++) {
                insert.setInt(1, id);
                insert.executeUpdate();
            }
        }
    }

    /** Changes the three rows, and reads further results, as frameworks do. */
    private static long update(Connection connection) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("UPDATE passage SET toll = ?")) {
            update.setInt(1, 3);
            assertThat(update.execute()).isFalse();
            long rows = update.getUpdateCount();
            assertThat(update.getMoreResults()).isFalse();
            assertThat(update.getUpdateCount()).isEqualTo(-1);
            return rows;
        }
    }

    /** Returns a data source of one driver, whatever drivers are registered. */
    private static DataSource source(Driver driver, String url) {
        return (DataSource) Proxy.newProxyInstance(
                EmbeddedRowsIT.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (self, method, arguments) -> driver.connect(url, new Properties()));
    }
}
