package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the rows of result sets that the application leaves open in a pool, which closes them below the proxies. */
class OpenStatementsAtCloseTest {

    /** The number of open statements that are remembered at once. */
    private static final int OPEN = 8;

    private static final String ROWS = "SELECT * FROM SYSTEM_RANGE(1, 100)";

    private final JdbcConnectionPool pool = JdbcConnectionPool.create("jdbc:h2:mem:", "sa", "");
    private final Tollbooth tollbooth =
            Tollbooth.builder().setting("jmx", "off").build();

    @AfterEach
    void close() {
        tollbooth.close();
        pool.dispose();
    }

    private Connection connect() throws SQLException {
        return new TollboothDataSource(pool, tollbooth).getConnection();
    }

    private static ResultSet read(ResultSet rows, int count) throws SQLException {
        for (int i = 0; i < count; i++) {
            assertThat(rows.next()).isTrue();
        }
        return rows;
    }

    private long rowsRead() {
        return tollbooth.statements().list().stream()
                .mapToLong(row -> row.rowsSent())
                .sum();
    }

    @Test
    void close_withAStatementLeftOpen_countsItsRows() throws SQLException {
        try (Connection connection = connect()) {
            read(connection.createStatement().executeQuery(ROWS), 4);
        }
        assertThat(rowsRead()).isEqualTo(4);
    }

    @Test
    void abort_withAStatementLeftOpen_countsItsRows() throws SQLException {
        Connection connection = connect();
        read(connection.createStatement().executeQuery(ROWS), 4);
        connection.abort(Runnable::run);
        assertThat(rowsRead()).isEqualTo(4);
    }

    @Test
    void close_withStatementsReadInTurns_countsTheRowsOfEachOnce() throws SQLException {
        Statement closedLater;
        try (Connection connection = connect()) {
            List<ResultSet> open = new ArrayList<>();
            closedLater = connection.createStatement();
            open.add(read(closedLater.executeQuery(ROWS), 1));
            for (int i = 1; i < OPEN; i++) {
                open.add(read(connection.prepareStatement(ROWS).executeQuery(), 1));
            }
            for (ResultSet rows : open) {
                read(rows, 2);
            }
            try (PreparedStatement closed = connection.prepareStatement(ROWS)) {
                read(closed.executeQuery(), 5);
            }
        }
        closedLater.close();
        assertThat(rowsRead()).isEqualTo(3 * OPEN + 5);
    }

    @Test
    void close_withManyStatementsLeftOpenOneAfterAnother_countsTheRowsOfAll() throws SQLException {
        try (Connection connection = connect()) {
            for (int i = 0; i < 30; i++) {
                read(connection.createStatement().executeQuery(ROWS), 3);
                connection.createStatement().executeQuery("SELECT 1"); // nothing is read of it
            }
        }
        assertThat(rowsRead()).isEqualTo(90);
    }

    @Test
    void close_afterTheRowsWereReadOnceMore_countsBothReads() throws SQLException {
        try (Connection connection = connect();
                Statement scrolled =
                        connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY)) {
            ResultSet rows = read(scrolled.executeQuery(ROWS), 100);
            assertThat(rows.next()).isFalse();
            rows.beforeFirst();
            read(rows, 5).close();
        }
        assertThat(rowsRead()).isEqualTo(105);
    }

    /** Moves a result set that was read to its end to a place from which rows follow. */
    private interface Move {
        void of(ResultSet rows) throws SQLException;
    }

    private static Stream<Move> moves() {
        return Stream.of(
                ResultSet::beforeFirst,
                ResultSet::first,
                rows -> rows.absolute(3),
                rows -> rows.relative(-50),
                rows -> {
                    for (int i = 0; i < 40; i++) {
                        rows.previous();
                    }
                });
    }

    @ParameterizedTest
    @MethodSource("moves")
    void close_withARepeatedReadLeftOpen_countsBothReads(Move move) throws SQLException {
        try (Connection connection = connect()) {
            Statement scrolled =
                    connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY);
            ResultSet rows = read(scrolled.executeQuery(ROWS), 100);
            assertThat(rows.next()).isFalse();
            read(connection.createStatement().executeQuery(ROWS), 2);
            move.of(rows);
            read(rows, 5);
        }
        assertThat(rowsRead()).isEqualTo(100 + 5 + 2);
    }

    @Test
    void close_afterManyResultsWereMovedBackAndClosed_countsTheRowsOfAnOlderOne() throws SQLException {
        try (Connection connection = connect()) {
            ResultSet open = read(connection.createStatement().executeQuery(ROWS), 1);
            for (int i = 0; i < 2 * OPEN; i++) {
                try (Statement scrolled =
                        connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY)) {
                    ResultSet rows = read(scrolled.executeQuery(ROWS), 100);
                    assertThat(rows.next()).isFalse();
                    rows.absolute(3);
                    rows.close();
                    assertThatThrownBy(rows::first).isInstanceOf(SQLException.class);
                }
            }
            read(open, 4);
        }
        assertThat(rowsRead()).isEqualTo(5 + 2 * OPEN * 100);
    }

    @Test
    void close_afterALongReadThatClosesOthers_countsAllOfIt() throws SQLException {
        try (Connection connection = connect()) {
            ResultSet outer = connection.createStatement().executeQuery(ROWS);
            for (int i = 0; i < 50; i++) {
                read(outer, 1);
                try (Statement inner = connection.createStatement()) {
                    read(inner.executeQuery(ROWS), 1);
                }
            }
        }
        assertThat(rowsRead()).isEqualTo(100);
    }
}
