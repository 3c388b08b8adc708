package dev.tollbooth.internal.sql;

import dev.tollbooth.internal.control.AccountingSwitch;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.report.DrivenWindows;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StatementTableOptions;
import dev.tollbooth.internal.time.WallClock;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement table with a constant clock, and its database, for tests of SQL. */
final class Accounts implements AutoCloseable {

    static final long MICROS = 1_000L;

    final StatementTable statements;
    final SessionRegistry sessions;
    final DrivenWindows windows = new DrivenWindows();
    final H2Database database;

    Accounts(int size) throws SQLException {
        statements = new StatementTable(
                StatementTableOptions.DEFAULT.withSize(size).withSamples(true),
                () -> 0,
                new WallClock(1_767_225_600_000L, 0));
        sessions = new SessionRegistry(
                statements,
                new SessionRegistry.Clock(() -> 0, new AccountingSwitch(), new Failures(() -> 0)),
                new SessionRegistry.Options(null, null, false));
        database = new H2Database(statements, sessions, windows);
    }

    static TextDigest digest(String text) {
        return TextDigest.ofNormalized(text, text);
    }

    /** Counts one execution of {@code elapsedNanos}, as a settling thread does. */
    void execute(@Nullable String schema, String text, long elapsedNanos) {
        statements.lock().lock();
        try {
            statements.schema(schema).statement(digest(text)).add(elapsedNanos, elapsedNanos, 0, 0, 0);
        } finally {
            statements.lock().unlock();
        }
    }

    /** Returns the rows of a query, with columns separated by bars. */
    static List<String> query(Connection connection, String sql, Object... parameters) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            try (ResultSet result = statement.executeQuery()) {
                List<String> rows = new ArrayList<>();
                int columns = result.getMetaData().getColumnCount();
                while (result.next()) {
                    List<String> row = new ArrayList<>();
                    for (int i = 1; i <= columns; i++) {
                        row.add(result.getString(i));
                    }
                    rows.add(String.join("|", row));
                }
                return rows;
            }
        }
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        database.close();
    }
}
