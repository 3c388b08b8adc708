import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.statement.Quantile;
import dev.tollbooth.statement.StatementSnapshot;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A program in plain JDBC with a hundred songs and a statement for each of their albums. It prints what Tollbooth has
 * counted.
 */
public final class Songs {
    private static final int SONGS = 100;

    private Songs() {}

    /** Runs without arguments. */
    public static void main(String[] arguments) throws SQLException {
        // the only change: tollbooth: in the URL
        try (Connection connection = DriverManager.getConnection("jdbc:tollbooth:h2:mem:songs")) {
            fill(connection);
            for (int song = 1; song <= SONGS; song++) {
                title(connection, song);
            }
        }
        System.out.printf("%5s %8s %8s %6s  %s%n", "count", "avg us", "p99 us", "rows", "statement");
        for (StatementSnapshot row : Tollbooth.shared().statements().list()) {
            if (row.count() > 0) {
                System.out.printf(
                        "%5d %8d %8d %6d  %s%n",
                        row.count(),
                        row.avgNanos() / 1000,
                        row.histogram().quantileNanos(Quantile.P99) / 1000,
                        row.rowsSent() + (row.rowsAffected() == null ? 0 : row.rowsAffected()),
                        row.summary());
            }
        }
    }

    private static void fill(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table songs (id int primary key, title varchar(80))");
        }
        try (PreparedStatement insert = connection.prepareStatement("insert into songs values (?, ?)")) {
            for (int song = 1; song <= SONGS; song++) {
                insert.setInt(1, song);
                insert.setString(2, "song " + song);
                insert.executeUpdate();
            }
        }
    }

    private static void title(Connection connection, int song) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("select title from songs where id = ?")) {
            select.setInt(1, song);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    rows.getString(1);
                }
            }
        }
    }
}
