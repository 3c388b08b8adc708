package dev.tollbooth.integration.guide;

import dev.tollbooth.integration.process.FreePort;
import dev.tollbooth.jdbc.Tollbooth;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.h2.jdbcx.JdbcDataSource;

/** The application that the guide assumes its reader to have: with report files, MBeans, and the SQL tables' port. */
final class GuidedApplication implements AutoCloseable {

    static final String USER = "monitor";
    static final String PASSWORD = "a long password";

    private static final String INSERT = "insert into song values (?, ?)";
    private static final String SELECT = "select title from song where id = ?";
    private static final int SONGS = 200;
    private static final int DIGITS = 8;

    final int port = FreePort.find();
    final Tollbooth tollbooth;

    /** The first digits of a digest in the reports. */
    final String digest;

    /** Starts the application; {@code reports} also gets reports of an earlier run. */
    GuidedApplication(Path reports) throws SQLException {
        try (Tollbooth earlier = Tollbooth.builder()
                .setting("name", "earlier")
                .setting("report.dir", reports.toString())
                .build()) {
            work(earlier, "earlier");
            digest = earlier.statements().list().stream()
                    .filter(row -> row.summary().equals("select song"))
                    .map(row -> String.valueOf(row.digestHex()).substring(0, DIGITS))
                    .findFirst()
                    .orElseThrow();
        }
        tollbooth = Tollbooth.builder()
                .setting("name", "guided")
                .setting("sql.listen", Integer.toString(port))
                .setting("sql.user", USER + ":truncate")
                .setting("sql.password", PASSWORD)
                .build();
        work(tollbooth, "guided");
    }

    private static void work(Tollbooth on, String database) throws SQLException {
        JdbcDataSource plain = new JdbcDataSource();
        plain.setURL("jdbc:h2:mem:" + database);
        try (Connection connection = on.wrap(plain).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table song (id int primary key, title varchar(80))");
            try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
                for (int i = 0; i < SONGS; i++) {
                    insert.setInt(1, i);
                    insert.setString(2, "song " + i);
                    insert.executeUpdate();
                }
            }
            connection.setAutoCommit(false);
            on.asUser("acme", () -> on.withOrigin("GET /songs", () -> read(connection)));
            connection.commit();
        }
    }

    private static void read(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT)) {
            for (int i = 0; i < SONGS; i++) {
                select.setInt(1, i);
                try (ResultSet rows = select.executeQuery()) {
                    rows.next();
                }
            }
        }
    }

    /** Opens the SQL tables from outside, as an operator does. */
    Connection tables() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://localhost:" + port + "/performance_schema", USER, PASSWORD);
    }

    @Override
    public void close() {
        tollbooth.close();
    }
}
