package dev.tollbooth.integration.sql;

import dev.tollbooth.integration.process.FreePort;
import dev.tollbooth.jdbc.Engine;
import dev.tollbooth.jdbc.Tollbooth;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/** An accounted application with a database of its own in this JVM, and its open port. */
final class Monitored implements AutoCloseable {

    static final String READER = "reader";
    static final String OWNER = "owner";
    static final String PASSWORD = "pass 'word\"";

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    final int pgPort = FreePort.find();
    final String name = "monitored-" + NUMBERS.incrementAndGet();
    final String applicationUrl = "jdbc:h2:mem:" + name;
    final Tollbooth tollbooth;
    private final Connection keptOpen;
    private final DataSource dataSource;

    Monitored(int digests) throws SQLException {
        tollbooth = Tollbooth.builder()
                .setting("name", name)
                .setting("digests.size", Integer.toString(digests))
                .setting("sql.listen", Integer.toString(pgPort))
                .setting("sql.user", OWNER + ":truncate")
                .setting("sql.password", PASSWORD)
                .build();
        Engine.of(tollbooth).sqlTables().addUser(READER, PASSWORD, false);
        keptOpen = DriverManager.getConnection(applicationUrl, "sa", "");
        JdbcDataSource plain = new JdbcDataSource();
        plain.setURL(applicationUrl);
        plain.setUser("sa");
        plain.setPassword("");
        dataSource = tollbooth.wrap(plain);
    }

    /** The application's own work. */
    void execute(String... statements) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                try (ResultSet rows = statement.executeQuery(sql)) {
                    rows.next();
                }
            }
        }
    }

    Psql psql(String user) {
        return new Psql(pgPort, user, PASSWORD, "performance_schema");
    }

    @Override
    public void close() throws SQLException {
        tollbooth.close();
        keptOpen.close();
    }
}
