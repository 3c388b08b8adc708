package dev.tollbooth.integration.jdbc;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.integration.workload.ResultLog;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.time.LocalDateTime;

/** The use of a result set: values of every kind, cursors that move and write, and several results of one execution. */
final class ResultFeatures {
    private ResultFeatures() {}

    static void types(Connection connection, Endpoint endpoint, ResultLog log) throws Exception {
        boolean postgresql = endpoint.database().isPostgresql();
        String text = postgresql ? "TEXT" : endpoint.database() == Database.H2 ? "CLOB" : "LONGTEXT";
        String bytes = postgresql ? "BYTEA" : endpoint.database() == Database.H2 ? "BLOB" : "LONGBLOB";
        StatementFeatures.update(
                connection,
                "CREATE TABLE t (id BIGINT PRIMARY KEY, flag BOOLEAN, small SMALLINT, "
                        + "real_number DOUBLE PRECISION, amount DECIMAL(12, 3), letter CHAR(3), due_day DATE, due_hour TIME, "
                        + "moment TIMESTAMP NULL, long_text " + text + ", bytes " + bytes + ")");
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
            insert.setLong(1, Long.MAX_VALUE);
            insert.setBoolean(2, true);
            insert.setShort(3, (short) -7);
            insert.setDouble(4, 2.5);
            insert.setObject(5, new BigDecimal("12.345"));
            insert.setString(6, "ab");
            insert.setDate(7, Date.valueOf("2026-02-28"));
            insert.setTime(8, Time.valueOf("12:34:56"));
            insert.setObject(9, LocalDateTime.of(2026, 2, 28, 23, 59, 58));
            insert.setCharacterStream(10, new StringReader("long text"));
            insert.setBinaryStream(11, new ByteArrayInputStream(new byte[] {1, 2, -1}));
            log.outcome("insert", insert::executeUpdate);
        }
        try (Statement statement = connection.createStatement()) {
            log.rows("objects", statement.executeQuery("SELECT * FROM t"));
            try (ResultSet row = statement.executeQuery("SELECT * FROM t")) {
                row.next();
                getters(row, log);
            }
        }
        log.outcome("array", () -> {
            try (PreparedStatement select = connection.prepareStatement(
                    postgresql ? "SELECT CAST(? AS INT[])" : "SELECT CAST(? AS INT ARRAY)")) {
                select.setArray(1, connection.createArrayOf("INTEGER", new Object[] {1, 2, 3}));
                return select.executeQuery();
            }
        });
    }

    private static void getters(ResultSet row, ResultLog log) throws SQLException {
        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
            int column = i;
            log.outcome("string " + i, () -> row.getString(column));
            log.outcome("long " + i, () -> row.getLong(column));
            log.outcome("date " + i, () -> row.getDate(column));
            log.outcome("bytes " + i, () -> row.getBytes(column));
            log.outcome("stream " + i, () -> row.getBinaryStream(column).readAllBytes());
        }
        log.outcome("by label", () -> row.getBigDecimal("AMOUNT"));
        log.outcome("as class", () -> row.getObject("moment", LocalDateTime.class));
        log.outcome("was null", row::wasNull);
        log.outcome("unknown label", () -> row.getInt("nope"));
        log.outcome("find", () -> row.findColumn("due_day"));
    }

    static void scrolling(Connection connection, Endpoint endpoint, ResultLog log) throws Exception {
        numbers(connection);
        try (Statement statement =
                        connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY);
                ResultSet rows = statement.executeQuery("SELECT id FROM t ORDER BY id")) {
            log.value("before first", rows.isBeforeFirst());
            log.value("last", rows.last());
            log.value("row", rows.getRow());
            log.value("absolute", rows.absolute(5) ? rows.getInt(1) : -1);
            log.value("relative", rows.relative(-2) ? rows.getInt(1) : -1);
            log.value("previous", rows.previous() ? rows.getInt(1) : -1);
            log.value("beyond", rows.absolute(500));
            log.value("after last", rows.isAfterLast());
            rows.beforeFirst();
            log.rows("all", rows);
        }
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(4);
            try (ResultSet rows = statement.executeQuery("SELECT id FROM t ORDER BY id")) {
                log.value("fetch size", rows.getFetchSize());
                log.outcome("back in a forward cursor", rows::previous);
                log.rows("in portions", rows);
                log.outcome("next after close", rows::next);
            }
        }
        connection.commit();
    }

    static void updatable(Connection connection, Endpoint endpoint, ResultLog log) throws Exception {
        numbers(connection);
        try (Statement statement =
                connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE)) {
            try (ResultSet rows = statement.executeQuery("SELECT id, name FROM t ORDER BY id")) {
                log.value("concurrency", rows.getConcurrency());
                rows.next();
                log.outcome("update", () -> {
                    rows.updateString("name", "changed");
                    rows.updateRow();
                    return rows.rowUpdated();
                });
                log.outcome("insert", () -> {
                    rows.moveToInsertRow();
                    rows.updateInt(1, 100);
                    rows.updateString(2, "new");
                    rows.insertRow();
                    rows.moveToCurrentRow();
                    return rows.getInt(1);
                });
                log.outcome("delete", () -> {
                    rows.absolute(3);
                    rows.deleteRow();
                    return rows.rowDeleted();
                });
            }
            log.rows("after", statement.executeQuery("SELECT id, name FROM t ORDER BY id"));
        }
    }

    static void severalResults(Connection connection, Endpoint endpoint, ResultLog log) throws Exception {
        numbers(connection);
        try (Statement statement = connection.createStatement()) {
            log.outcome("two at once", () -> statement.execute("SELECT 1 AS one; SELECT 2 AS two"));
            log.outcome("first", statement::getResultSet);
            log.outcome("more", statement::getMoreResults);
            log.outcome("second", statement::getResultSet);
            log.outcome("no more", statement::getMoreResults);
            log.outcome("count at the end", statement::getUpdateCount);
            log.outcome("keep current", () -> {
                statement.execute("SELECT id FROM t WHERE id < 3 ORDER BY id");
                ResultSet first = statement.getResultSet();
                boolean more = statement.getMoreResults(Statement.KEEP_CURRENT_RESULT);
                return more + " " + first.isClosed();
            });
        }
        try (Statement statement = connection.createStatement()) {
            statement.closeOnCompletion();
            ResultSet rows = statement.executeQuery("SELECT 1");
            rows.close();
            log.value("closed on completion", statement.isClosed());
        }
        try (Statement statement = connection.createStatement()) {
            ResultSet first = statement.executeQuery("SELECT 1");
            ResultSet second = statement.executeQuery("SELECT 2");
            log.value("first closed by the next execution", first.isClosed());
            log.rows("second", second);
        }
    }

    private static void numbers(Connection connection) throws SQLException {
        StatementFeatures.update(connection, "CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(20))");
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
            for (int i = 1; i <= 10; i++) {
                insert.setInt(1, i);
                insert.setString(2, "number " + i);
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }
}
