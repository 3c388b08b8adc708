package dev.tollbooth.integration.jdbc;

import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.integration.workload.ResultLog;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Properties;

/** Transactions, settings, metadata and the end of a connection. */
final class ConnectionFeatures {
    private ConnectionFeatures() {}

    static void transactions(Connection connection, Endpoint endpoint, ResultLog log) throws Exception {
        StatementFeatures.update(connection, "CREATE TABLE t (id INT PRIMARY KEY)");
        connection.setAutoCommit(false);
        StatementFeatures.update(connection, "INSERT INTO t VALUES (1)");
        connection.commit();
        StatementFeatures.update(connection, "INSERT INTO t VALUES (2)");
        Savepoint named = connection.setSavepoint("here");
        log.value("savepoint", named.getSavepointName());
        StatementFeatures.update(connection, "INSERT INTO t VALUES (3)");
        Savepoint unnamed = connection.setSavepoint();
        log.outcome("name of unnamed", unnamed::getSavepointName);
        connection.releaseSavepoint(unnamed);
        log.outcome("released", () -> rollback(connection, unnamed));
        log.outcome("to savepoint", () -> rollback(connection, named));
        connection.commit();
        log.outcome("gone with the commit", () -> rollback(connection, named));
        connection.rollback();
        StatementFeatures.update(connection, "INSERT INTO t VALUES (4)");
        connection.rollback();
        connection.setAutoCommit(true);
        log.outcome("commit in auto-commit", () -> {
            connection.commit();
            return null;
        });
        log.outcome("rollback in auto-commit", () -> {
            connection.rollback();
            return null;
        });
        log.outcome(
                "savepoint in auto-commit", () -> connection.setSavepoint("x").getSavepointName());
        try (Statement statement = connection.createStatement()) {
            log.rows("rows", statement.executeQuery("SELECT id FROM t ORDER BY id"));
        }
    }

    static void state(Connection connection, Endpoint endpoint, ResultLog log) throws Exception {
        log.outcome("catalog", connection::getCatalog);
        log.outcome("schema", connection::getSchema);
        log.outcome("isolation", connection::getTransactionIsolation);
        connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
        log.outcome("isolation set", connection::getTransactionIsolation);
        log.outcome("isolation unknown", () -> {
            connection.setTransactionIsolation(77);
            return null;
        });
        connection.setReadOnly(true);
        log.outcome("read only", connection::isReadOnly);
        log.outcome("write when read only", () -> {
            StatementFeatures.update(connection, "CREATE TABLE read_only (id INT)");
            return null;
        });
        connection.setReadOnly(false);
        log.outcome("holdability", connection::getHoldability);
        log.outcome("network timeout", connection::getNetworkTimeout);
        log.outcome("set network timeout", () -> {
            connection.setNetworkTimeout(Runnable::run, 5_000);
            return connection.getNetworkTimeout();
        });
        log.outcome("native", () -> connection.nativeSQL("SELECT {fn now()}, {d '2026-01-01'}"));
        log.outcome("type map", () -> String.valueOf(connection.getTypeMap()));
        log.outcome("warnings", connection::getWarnings);
        log.outcome("client info", () -> {
            connection.setClientInfo("ApplicationName", "tester");
            return connection.getClientInfo("ApplicationName");
        });
        log.outcome("client info unknown", () -> {
            connection.setClientInfo("NoSuchName", "x");
            return connection.getClientInfo("NoSuchName");
        });
        log.outcome("client infos", () -> {
            Properties properties = new Properties();
            properties.setProperty("ApplicationName", "another");
            connection.setClientInfo(properties);
            return connection.getClientInfo("ApplicationName");
        });
        log.value("valid", connection.isValid(2));
        log.outcome("valid, negative timeout", () -> connection.isValid(-1));
    }

    static void metadata(Connection connection, Endpoint endpoint, ResultLog log) throws Exception {
        StatementFeatures.update(connection, "CREATE TABLE parent (id INT PRIMARY KEY, name VARCHAR(20) NOT NULL)");
        StatementFeatures.update(
                connection,
                "CREATE TABLE child (id INT PRIMARY KEY, parent_id INT, FOREIGN KEY (parent_id) REFERENCES parent (id))");
        DatabaseMetaData metadata = connection.getMetaData();
        log.value("url", metadata.getURL());
        log.value("product", metadata.getDatabaseProductName() + ' ' + metadata.getDatabaseProductVersion());
        log.value("driver", metadata.getDriverName() + ' ' + metadata.getDriverVersion());
        log.value("jdbc", metadata.getJDBCMajorVersion() + "." + metadata.getJDBCMinorVersion());
        log.value("quote", metadata.getIdentifierQuoteString());
        log.value("keywords", metadata.getSQLKeywords());
        log.value("batches", metadata.supportsBatchUpdates());
        log.value("sharding", metadata.supportsSharding());
        log.value("lower case", metadata.storesLowerCaseIdentifiers());
        String catalog = connection.getCatalog();
        String name = metadata.storesUpperCaseIdentifiers() ? "CHILD" : "child";
        log.outcome("columns", () -> metadata.getColumns(catalog, null, name, null));
        log.outcome("keys", () -> metadata.getPrimaryKeys(catalog, null, name));
        log.outcome("imported", () -> metadata.getImportedKeys(catalog, null, name));
        log.outcome("table types", metadata::getTableTypes);
        log.outcome("type info", metadata::getTypeInfo);
        log.outcome("catalogs", () -> metadata.getCatalogs().next());
        log.outcome("pseudo columns", () -> metadata.getPseudoColumns(catalog, null, name, null));
        log.outcome("client info properties", metadata::getClientInfoProperties);
        try (ResultSet tables = metadata.getTables(catalog, null, name, null)) {
            log.value("one table", tables.next() && !tables.next());
        }
    }

    static void jdbc43(Connection connection, Endpoint endpoint, ResultLog log) throws Exception {
        try (Statement statement = connection.createStatement()) {
            log.outcome("literal", () -> statement.enquoteLiteral("it's"));
            log.outcome("national literal", () -> statement.enquoteNCharLiteral("it's"));
            log.outcome("identifier", () -> statement.enquoteIdentifier("My Table", false));
            log.outcome("identifier, always", () -> statement.enquoteIdentifier("plain", true));
            log.outcome("identifier with quote", () -> statement.enquoteIdentifier("a\"b`c", true));
            log.outcome("simple", () -> statement.isSimpleIdentifier("plain"));
            log.outcome("not simple", () -> statement.isSimpleIdentifier("not plain"));
            log.outcome("large limit", () -> {
                statement.setLargeMaxRows(5);
                return statement.getLargeMaxRows();
            });
        }
        log.outcome("begin request", () -> {
            connection.beginRequest();
            return null;
        });
        StatementFeatures.update(connection, "SELECT 1");
        log.outcome("end request", () -> {
            connection.endRequest();
            return null;
        });
        log.outcome("sharding key", () -> {
            connection.setShardingKey(null);
            return null;
        });
        log.outcome("sharding key if valid", () -> connection.setShardingKeyIfValid(null, 1));
        log.outcome("sharding keys if valid", () -> connection.setShardingKeyIfValid(null, null, 1));
    }

    static void abortAndClose(Connection connection, Endpoint endpoint, ResultLog log) throws Exception {
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT 1");
        log.value("open", rows.next());
        connection.close();
        connection.close();
        log.value("connection closed", connection.isClosed());
        log.value("statement closed", statement.isClosed());
        log.value("rows closed", rows.isClosed());
        log.value("valid", connection.isValid(1));
        log.outcome("create", () -> connection.createStatement() != null);
        log.outcome("prepare", () -> connection.prepareStatement("SELECT 1") != null);
        log.outcome("metadata", () -> connection.getMetaData().getURL());
        log.outcome("next", rows::next);
        log.outcome("statement of rows", () -> rows.getStatement() == statement);
        log.outcome("commit", () -> {
            connection.commit();
            return null;
        });
        log.outcome("abort", () -> {
            connection.abort(Runnable::run);
            return connection.isClosed();
        });
    }

    private static Object rollback(Connection connection, Savepoint savepoint) throws Exception {
        connection.rollback(savepoint);
        return "rolled back";
    }
}
