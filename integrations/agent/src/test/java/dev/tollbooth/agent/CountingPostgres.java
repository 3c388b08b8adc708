package dev.tollbooth.agent;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** A PostgreSQL server that counts its executions with {@code pg_stat_statements}. */
final class CountingPostgres implements AutoCloseable {

    private final EmbeddedPostgres server;

    private CountingPostgres(EmbeddedPostgres server) {
        this.server = server;
    }

    static CountingPostgres start() throws IOException, SQLException {
        EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setServerConfig("shared_preload_libraries", "pg_stat_statements")
                .setServerConfig("listen_addresses", "127.0.0.1")
                .setServerConfig("fsync", "off") // its databases end with the test
                .setPGStartupWait(Duration.ofMinutes(5))
                .start();
        CountingPostgres counting = new CountingPostgres(server);
        counting.execute("CREATE EXTENSION pg_stat_statements");
        return counting;
    }

    /** Makes a database; returns the part of its URL after {@code jdbc:postgresql:}. */
    String database(String name) throws SQLException {
        execute("CREATE DATABASE " + name);
        return "//127.0.0.1:" + server.getPort() + "/" + name;
    }

    /** Returns the server's executions of statements that name a table. */
    long executions(String database, String table) throws SQLException {
        String calls = "SELECT sum(calls) FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid"
                + " WHERE d.datname = ? AND s.query LIKE '%' || ? || '%'";
        try (Connection connection = server.getPostgresDatabase().getConnection();
                PreparedStatement select = connection.prepareStatement(calls)) {
            select.setString(1, database);
            select.setString(2, table);
            try (ResultSet rows = select.executeQuery()) {
                rows.next();
                return rows.getLong(1);
            }
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
