package dev.tollbooth.fleet.parquet;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.duckdb.DuckDBConnection;

/**
 * An in-memory DuckDB database in this process. It never installs or loads extensions by itself, and spills to a given
 * folder.
 *
 * <p>Not thread-safe.
 */
public final class FleetDatabase implements AutoCloseable {

    private final DuckDBConnection connection;

    private FleetDatabase(DuckDBConnection connection) {
        this.connection = connection;
    }

    /**
     * Opens a database.
     *
     * @param megabytes the memory limit, beyond which data is spilled
     * @param spill the folder for spilled data
     * @throws SQLException if DuckDB does not run here
     */
    public static FleetDatabase open(int megabytes, Path spill) throws SQLException {
        Properties options = new Properties();
        options.setProperty("memory_limit", megabytes + "MB");
        options.setProperty("temp_directory", spill.toString());
        options.setProperty("autoinstall_known_extensions", "false");
        options.setProperty("autoload_known_extensions", "false");
        Connection opened = DriverManager.getConnection("jdbc:duckdb:", options);
        return new FleetDatabase(opened.unwrap(DuckDBConnection.class));
    }

    /** Returns the connection, which one thread at a time may use. */
    public DuckDBConnection connection() {
        return connection;
    }

    /**
     * Executes one or more SQL statements.
     *
     * @throws SQLException if one fails
     */
    public void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** A reader of rows. */
    @FunctionalInterface
    public interface RowReader {

        /** Reads the present row. */
        void read(ResultSet row) throws SQLException;
    }

    /** Passes each row that {@code sql} selects to {@code reader}. */
    public void each(String sql, RowReader reader) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                reader.read(rows);
            }
        }
    }

    /** Returns {@code text} as a string literal of DuckDB: in quotes, with the quotes inside doubled. */
    public static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    static String literal(Path path) {
        return literal(path.toString());
    }

    /** Returns the single number that {@code sql} selects. */
    public long number(String sql) throws SQLException {
        return Long.parseLong(text(sql));
    }

    /** Returns the single value that {@code sql} selects, as text. */
    String text(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return String.valueOf(rows.getObject(1));
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
