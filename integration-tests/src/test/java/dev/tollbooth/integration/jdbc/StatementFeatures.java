package dev.tollbooth.integration.jdbc;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.integration.workload.ResultLog;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDate;

/** Executions of every form, with their results and failures. */
final class StatementFeatures {
    private StatementFeatures() {}

    static void statements(Connection connection, Endpoint endpoint, ResultLog log) throws Exception {
        try (Statement statement = connection.createStatement()) {
            log.value("ddl", statement.execute("CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(20))"));
            log.value("count", statement.getUpdateCount());
            log.value("large count", statement.getLargeUpdateCount());
            log.outcome("insert", () -> statement.executeUpdate("INSERT INTO t VALUES (1, 'a'), (2, NULL)"));
            log.outcome("large", () -> statement.executeLargeUpdate("UPDATE t SET name = 'b' WHERE id > 1"));
            log.outcome("nothing", () -> statement.executeUpdate("DELETE FROM t WHERE id = 99"));
            log.outcome("select", () -> statement.executeQuery("SELECT id, name FROM t ORDER BY id"));
            log.outcome("duplicate", () -> statement.executeUpdate("INSERT INTO t VALUES (1, 'again')"));
            log.outcome("syntax", () -> statement.execute("SELEKT 1"));
            log.outcome("unknown column", () -> statement.executeQuery("SELECT nope FROM t"));
            log.outcome("update as query", () -> statement.executeQuery("UPDATE t SET name = 'c' WHERE id = 77"));
            log.outcome("query as update", () -> statement.executeUpdate("SELECT 1"));
            log.outcome(
                    "too long", () -> statement.executeUpdate("INSERT INTO t VALUES (3, '" + "x".repeat(30) + "')"));
            log.outcome("division", () -> statement.executeQuery("SELECT 1/(id-1) FROM t WHERE id = 1"));
            log.outcome("null text", () -> statement.execute(null));
            log.outcome("empty text", () -> statement.execute(""));
            statement.setMaxRows(1);
            log.outcome("limited", () -> statement.executeQuery("SELECT id FROM t ORDER BY id"));
            log.outcome("warnings", statement::getWarnings);
            log.value("poolable", statement.isPoolable());
            log.value("type", statement.getResultSetType());
            log.outcome("close on completion", statement::isCloseOnCompletion);
            statement.close();
            statement.close();
            log.value("closed", statement.isClosed());
            log.outcome("after close", () -> statement.executeQuery("SELECT 1"));
            log.outcome("connection after close", () -> statement.getConnection() == connection);
        }
    }

    static void prepared(Connection connection, Endpoint endpoint, ResultLog log) throws Exception {
        update(
                connection,
                "CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(20), price DECIMAL(10, 2), due_day DATE, due_at TIMESTAMP NULL)");
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?, ?, ?, ?)")) {
            for (int i = 0; i < 3; i++) {
                insert.setInt(1, i);
                String name = "name " + i;
                insert.setString(2, name);
                log.outcome("with SQLType", () -> {
                    insert.setObject(2, name, JDBCType.VARCHAR);
                    return null;
                });
                insert.setBigDecimal(3, new BigDecimal("1.5").multiply(BigDecimal.valueOf(i)));
                insert.setDate(4, Date.valueOf(LocalDate.of(2026, 1, 1 + i)));
                insert.setTimestamp(5, Timestamp.valueOf("2026-01-01 10:00:0" + i));
                log.outcome("insert", insert::executeUpdate);
            }
            log.outcome("same key again", insert::executeUpdate);
            insert.clearParameters();
            log.outcome("no parameters", insert::executeUpdate);
            insert.setInt(1, 7);
            insert.setNull(2, Types.VARCHAR);
            insert.setNull(3, Types.DECIMAL);
            insert.setObject(4, LocalDate.of(2026, 2, 3));
            insert.setObject(5, null);
            log.outcome("nulls", insert::executeLargeUpdate);
            log.outcome("index out of range", () -> {
                insert.setInt(9, 1);
                return null;
            });
            log.outcome("parameters", () -> insert.getParameterMetaData().getParameterCount());
            log.outcome("own text", () -> insert.executeUpdate("DELETE FROM t"));
        }
        try (PreparedStatement select = connection.prepareStatement("SELECT * FROM t WHERE id >= ? ORDER BY id")) {
            log.outcome("columns before", () -> select.getMetaData().getColumnCount());
            for (int from = 0; from < 9; from += 2) {
                select.setInt(1, from);
                log.outcome("from " + from, select::executeQuery);
            }
            select.setString(1, "text");
            log.outcome("wrong type", select::executeQuery);
        }
        log.outcome("unknown table", () -> {
            try (PreparedStatement missing = connection.prepareStatement("SELECT * FROM missing WHERE id = ?")) {
                missing.setInt(1, 1);
                return missing.executeQuery();
            }
        });
    }

    static void batches(Connection connection, Endpoint endpoint, ResultLog log) throws Exception {
        update(connection, "CREATE TABLE t (id INT PRIMARY KEY)");
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?)")) {
            log.outcome("empty", insert::executeBatch);
            add(insert, 1, 2, 3);
            log.outcome("three", insert::executeBatch);
            add(insert, 4, 2, 5);
            log.outcome("one refused", insert::executeBatch);
            log.outcome("after refusal", insert::executeBatch);
            insert.clearBatch();
            add(insert, 10, 11);
            log.outcome("large", insert::executeLargeBatch);
            add(insert, 20, 21);
            insert.clearBatch();
            log.outcome("cleared", insert::executeBatch);
        }
        try (Statement statement = connection.createStatement()) {
            statement.addBatch("INSERT INTO t VALUES (30)");
            statement.addBatch("UPDATE t SET id = id + 100 WHERE id < 3");
            log.outcome("mixed", statement::executeBatch);
            statement.addBatch("INSERT INTO t VALUES (40)");
            statement.addBatch("INSERT INTO nowhere VALUES (1)");
            statement.addBatch("INSERT INTO t VALUES (41)");
            log.outcome("mixed, one refused", statement::executeBatch);
            statement.clearBatch();
            statement.addBatch("SELECT 1");
            log.outcome("with a query", statement::executeBatch);
            statement.clearBatch();
            log.outcome("rows", () -> statement.executeQuery("SELECT id FROM t ORDER BY id"));
        }
    }

    static void generatedKeys(Connection connection, Endpoint endpoint, ResultLog log) throws Exception {
        String identity =
                endpoint.database() == Database.MARIADB ? "AUTO_INCREMENT" : "GENERATED BY DEFAULT AS IDENTITY";
        update(connection, "CREATE TABLE t (id INT " + identity + " PRIMARY KEY, name VARCHAR(20))");
        String insert = "INSERT INTO t (name) VALUES ('a'), ('b')";
        try (Statement statement = connection.createStatement()) {
            log.outcome("all", () -> statement.executeUpdate(insert, Statement.RETURN_GENERATED_KEYS));
            log.outcome("keys", statement::getGeneratedKeys);
            log.outcome("by name", () -> statement.executeUpdate(insert, new String[] {"id"}));
            log.outcome("keys by name", statement::getGeneratedKeys);
            log.outcome("by index", () -> statement.executeUpdate(insert, new int[] {1}));
            log.outcome("keys by index", statement::getGeneratedKeys);
            log.outcome("execute", () -> statement.execute(insert, Statement.RETURN_GENERATED_KEYS));
            log.outcome("keys of execute", statement::getGeneratedKeys);
            log.outcome("large", () -> statement.executeLargeUpdate(insert, Statement.RETURN_GENERATED_KEYS));
            log.outcome("none", () -> statement.executeUpdate(insert, Statement.NO_GENERATED_KEYS));
            log.outcome("no keys", statement::getGeneratedKeys);
        }
        try (PreparedStatement prepared =
                connection.prepareStatement("INSERT INTO t (name) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
            for (int i = 0; i < 3; i++) {
                prepared.setString(1, "p" + i);
                prepared.executeUpdate();
                try (ResultSet keys = prepared.getGeneratedKeys()) {
                    log.value("has key", keys.next());
                    log.value("key", keys.getInt(1));
                }
                prepared.setString(1, "batch" + i);
                prepared.addBatch();
            }
            log.outcome("batch", prepared::executeBatch);
            log.outcome("keys of batch", prepared::getGeneratedKeys);
        }
    }

    static void update(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void add(PreparedStatement insert, int... ids) throws SQLException {
        for (int id : ids) {
            insert.setInt(1, id);
            insert.addBatch();
        }
    }
}
