package dev.tollbooth.integration.advice;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.postgresql.jdbc.PgConnection;

/** An application whose index is dropped while it runs, or stays. */
record IndexLost(boolean isLost) implements Application {

    private static final int LOOKUPS = 300;

    @Override
    public void run(DataSource source) throws SQLException {
        byAnotherTool(source, "CREATE INDEX IF NOT EXISTS lookup_id ON lookup (id)");
        lookUp(source);
    }

    @Override
    public void goOn(DataSource source) throws SQLException {
        if (isLost) {
            byAnotherTool(source, "DROP INDEX lookup_id");
        }
        lookUp(source);
    }

    private static void lookUp(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection()) {
            for (int i = 0; i < LOOKUPS; i++) {
                JdbcWork.read(connection, "SELECT id FROM lookup WHERE id = ?", i);
            }
        }
    }

    private static void byAnotherTool(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.unwrap(PgConnection.class).createStatement()) {
            statement.execute(sql);
        }
    }
}
