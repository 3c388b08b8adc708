package dev.tollbooth.integration.digest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.statement.StatementSnapshot;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that a backslash before a quote is read by the current value of PostgreSQL's {@code
 * standard_conforming_strings}.
 */
@ExtendWith(DatabasesExtension.class)
final class StringEscapesIT {

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL_14", "POSTGRESQL_18"})
    void digest_settingOff_showsNoLiteral(Database database, Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(database, "escapes");
        try (Tollbooth tollbooth = Tollbooth.builder().setting("jmx", "off").build();
                Connection connection =
                        tollbooth.wrap(endpoint.driverDataSource()).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET standard_conforming_strings = off; SELECT 'it\\'s zq7', 'x\\'zq7 '");
            assertThat(first(statement, "SELECT 'it\\'s zq7 secret'")).isEqualTo("it's zq7 secret");
            assertThat(first(statement, "SELECT 'zq7\\' zq7', E'\\'zq7'")).isEqualTo("zq7' zq7");
            statement.execute("SET standard_conforming_strings = on");
            assertThat(texts(tollbooth))
                    .contains("select ?", "set `standard_conforming_strings` = ? ; select ?")
                    .noneMatch(text -> text.contains("zq7"));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL_14", "POSTGRESQL_18"})
    void digest_textThatBothReadingsTake_isReadAsTheSessionDoes(Database database, Databases databases)
            throws Exception {
        Endpoint endpoint = databases.empty(database, "escapes");
        try (Tollbooth tollbooth = Tollbooth.builder().setting("jmx", "off").build();
                Connection connection =
                        tollbooth.wrap(endpoint.driverDataSource()).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (a text)");
            String sql = "SELECT 'C:\\' AS zq7, E' \\' a' AS zq8, a FROM t";
            for (int i = 0; i < 3; i++) {
                statement.execute(sql);
            }
            assertThat(texts(tollbooth)).contains("select ? as `zq7` , ? as `zq8` , `a` from `t`");
            String two = "SELECT a FROM t WHERE a LIKE 'x\\_' ESCAPE '\\' OR a LIKE 'y\\_' ESCAPE '\\'";
            for (int i = 0; i < 3; i++) {
                statement.execute(two);
            }
            assertThat(texts(tollbooth))
                    .contains("select `a` from `t` where `a` like ? escape ? or `a` like ? escape ?");
        }
    }

    /**
     * Tests that the drivers of MySQL and MariaDB know the session's sql_mode, which the server reports with each
     * answer.
     */
    @ParameterizedTest
    @ValueSource(strings = {"mariadb", "mysql"})
    void digest_sqlModeOfTheSession_isReadAsItIsNow(String driver, Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(Database.MARIADB, "escapes");
        String options = driver.equals("mysql") ? "?sslMode=DISABLED" : "";
        String url = endpoint.url().replace("jdbc:mariadb:", "jdbc:tollbooth:" + driver + ":") + options
                + (options.isEmpty() ? "?" : "&") + "tollbooth.name=escapes-" + driver + "&tollbooth.jmx=off";
        Tollbooth tollbooth = Tollbooth.shared(Map.of("tollbooth.name", "escapes-" + driver, "tollbooth.jmx", "off"));
        try (Connection connection = DriverManager.getConnection(url, endpoint.user(), endpoint.password());
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < 2; i++) {
                statement.execute("SET sql_mode = 'NO_BACKSLASH_ESCAPES'");
                assertThat(first(statement, "SELECT 'C:\\', 'zq7', \"D:\\\"")).isEqualTo("C:\\");
                statement.execute("SET sql_mode = ''");
                assertThat(first(statement, "SELECT 'it\\'s zq7 secret'")).isEqualTo("it's zq7 secret");
            }
            String both = "SELECT 'a\\' , 1 AS zq8 -- ' AS zq9";
            for (int i = 0; i < 3; i++) { // so that it is well known
                assertThat(first(statement, both)).isEqualTo("a' , 1 AS zq8 -- ");
            }
            statement.execute("SET sql_mode = 'NO_BACKSLASH_ESCAPES'");
            assertThat(first(statement, both)).isEqualTo("a\\");
        }
        assertThat(texts(tollbooth))
                .contains("select ...", "select ?", "select ... as `zq8`")
                .noneMatch(text -> text.contains("zq7"));
        tollbooth.close();
    }

    private static String first(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static List<String> texts(Tollbooth tollbooth) {
        return tollbooth.statements().list().stream()
                .map(StatementSnapshot::digestText)
                .map(String::valueOf)
                .toList();
    }
}
