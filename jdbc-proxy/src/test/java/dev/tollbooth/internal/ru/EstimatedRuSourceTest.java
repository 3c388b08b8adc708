package dev.tollbooth.internal.ru;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.statement.StatementSnapshot;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** Tests estimated request units, one term at a time; the factors of the other terms are 0. */
final class EstimatedRuSourceTest {

    private static final String NEVER = "999999999999";

    private static Tollbooth tollbooth(String perRead, String perWrite, String bytesPerRu, String millisPerRu) {
        return Tollbooth.builder()
                .setting("jmx", "off")
                .setting(
                        "ru.model",
                        "per-read:" + perRead + ",per-write:" + perWrite + ",bytes-per-ru:" + bytesPerRu
                                + ",millis-per-ru:" + millisPerRu)
                .build();
    }

    private static Connection connect(Tollbooth tollbooth) throws SQLException {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:");
        return tollbooth.wrap(h2).getConnection();
    }

    private static StatementSnapshot row(Tollbooth tollbooth, String part) {
        return tollbooth.statements().list().stream()
                .filter(row -> String.valueOf(row.digestText()).contains(part))
                .findFirst()
                .orElseThrow();
    }

    private static void read(Statement statement, int rows) throws SQLException {
        try (ResultSet result = statement.executeQuery("SELECT x, 'abcdefgh' FROM system_range(1, " + rows + ")")) {
            while (result.next()) {
                result.getInt(1);
                result.getString(2);
            }
        }
    }

    @Test
    void ru_ofReadsAndWrites_isThePartOfEach() throws SQLException {
        try (Tollbooth tollbooth = tollbooth("0.475", "1.7", NEVER, NEVER);
                Connection connection = connect(tollbooth);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id INT)");
            for (int i = 0; i < 10; i++) {
                statement.execute("INSERT INTO t VALUES (" + i + ")");
                statement.executeQuery("SELECT id FROM t").close();
            }
            statement.execute("SET LOCK_TIMEOUT 1000");
            assertThat(row(tollbooth, "insert into").sumRu()).isCloseTo(17, within(1e-3));
            assertThat(row(tollbooth, "from `t`").sumRu()).isCloseTo(4.75, within(1e-3));
            assertThat(row(tollbooth, "insert into").ruSource()).isEqualTo("estimate");
            assertThat(tollbooth.statements().list().stream()
                            .filter(row -> row.summary().startsWith("SET"))
                            .mapToDouble(row -> row.sumRu() == null ? -1 : row.sumRu())
                            .sum())
                    .isCloseTo(0, within(1e-3));
        }
    }

    @Test
    void ru_ofTwiceTheRowsRead_isTwiceTheBytes() throws SQLException {
        try (Tollbooth tollbooth = tollbooth("0", "0", "1", NEVER);
                Connection connection = connect(tollbooth);
                Statement statement = connection.createStatement()) {
            read(statement, 500);
            assertThat(row(tollbooth, "system_range").sumRu()).isCloseTo(500 * (4 + 8), within(1e-3));
            read(statement, 1_000);
            assertThat(row(tollbooth, "system_range").sumRu()).isCloseTo(1_500 * (4 + 8), within(1e-3));
        }
    }

    @Test
    void ru_ofTime_isLatencyAndFetchInThirdsOfAMillisecond() throws SQLException {
        try (Tollbooth tollbooth = tollbooth("0", "0", NEVER, "3");
                Connection connection = connect(tollbooth);
                Statement statement = connection.createStatement()) {
            statement.setFetchSize(10);
            read(statement, 100);
            StatementSnapshot row = row(tollbooth, "system_range");
            assertThat(row.sumRu()).isCloseTo((row.sumNanos() + row.fetchNanos()) / 3e6, within(1e-6));
        }
    }

    @Test
    void ru_ofALongRead_showsBeforeItEnds() throws SQLException {
        try (Tollbooth tollbooth = tollbooth("0", "0", "1", NEVER);
                Connection connection = connect(tollbooth);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT x FROM system_range(1, 5000)")) {
            for (int i = 0; i < 3_000; i++) {
                result.next();
                result.getInt(1);
            }
            assertThat(row(tollbooth, "system_range").sumRu()).isCloseTo(2_048 * 4, within(4.0));
            assertThat(row(tollbooth, "system_range").rowsSent()).isBetween(2_048L, 3_000L);
        }
    }

    @Test
    void ru_switchedOff_isUnknownAndNotZero() throws SQLException {
        try (Tollbooth tollbooth = Tollbooth.builder()
                        .setting("jmx", "off")
                        .setting("ru.source", "off")
                        .build();
                Connection connection = connect(tollbooth);
                Statement statement = connection.createStatement()) {
            read(statement, 10);
            assertThat(row(tollbooth, "system_range").sumRu()).isNull();
            assertThat(row(tollbooth, "system_range").ruSource()).isNull();
        }
    }
}
