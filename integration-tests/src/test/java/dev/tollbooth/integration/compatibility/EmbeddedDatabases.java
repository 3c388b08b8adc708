package dev.tollbooth.integration.compatibility;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/** Databases within this JVM, with drivers that Tollbooth has no special rules for. */
final class EmbeddedDatabases {
    private EmbeddedDatabases() {}

    static List<TriedProduct> all() {
        return List.of(
                database("SQLite", org.sqlite.JDBC.class, "sqlite::memory:"),
                database("HSQLDB", org.hsqldb.jdbc.JDBCDriver.class, "hsqldb:mem:work"),
                database("Derby", org.apache.derby.iapi.jdbc.AutoloadedDriver.class, "derby:memory:work;create=true"),
                database("DuckDB", org.duckdb.DuckDBDriver.class, "duckdb:"),
                TriedProduct.of(
                        "driver", "ClickHouse", com.clickhouse.jdbc.Driver.class, EmbeddedDatabases::clickHouse));
    }

    private static Optional<Counts> clickHouse(String prefix) throws Exception {
        try (ClickHouseStandIn server = ClickHouseStandIn.start();
                Connection connection = DriverManager.getConnection(prefix + server.url())) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE passage (name String) ENGINE = Memory");
                statement.executeUpdate("INSERT INTO passage VALUES ('vehicle 0')");
            }
            try (PreparedStatement select = connection.prepareStatement("SELECT name FROM passage WHERE name < ?")) {
                for (int i = 0; i < 2; i++) {
                    select.setString(1, "z");
                    try (ResultSet rows = select.executeQuery()) {
                        while (rows.next()) {
                            rows.getString(1);
                        }
                    }
                }
            }
            PlainWork.fails(connection, "SELECT * FROM nowhere");
            return Optional.of(new Counts(5, 1, 6));
        }
    }

    private static TriedProduct database(String name, Class<?> of, String url) {
        return TriedProduct.of("database", name, of, prefix -> {
            try (Connection connection = DriverManager.getConnection(prefix + url)) {
                return Optional.of(PlainWork.run(connection, "passage"));
            }
        });
    }
}
