package dev.tollbooth.jdbc.source;

import dev.tollbooth.accounting.ru.Plan;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** Sends {@code EXPLAIN} before a statement's text. Thread-safe as the driver's connection is. */
final class ExplainReader implements PlanReader {

    /** Reads a plan's normalized text, null where there is none. */
    @FunctionalInterface
    interface Form {
        /** Reads it from the rows of {@code EXPLAIN}. */
        @Nullable
        String read(ResultSet rows) throws SQLException;
    }

    private final Connection connection;
    private final int timeoutSeconds;
    private final Form form;

    /**
     * Explains on the driver's {@code connection}.
     *
     * @param timeoutSeconds of the question; 0 where the driver would set it for the whole connection, as H2's does
     */
    ExplainReader(Connection connection, int timeoutSeconds, Form form) {
        this.connection = connection;
        this.timeoutSeconds = timeoutSeconds;
        this.form = form;
    }

    @Override
    public @Nullable Plan explain(String sql, @Nullable StatementParameters parameters) throws SQLException {
        String question = "EXPLAIN " + sql;
        if (parameters == null) {
            try (Statement statement = connection.createStatement()) {
                limit(statement);
                try (ResultSet rows = statement.executeQuery(question)) {
                    return plan(rows);
                }
            }
        }
        try (PreparedStatement statement = connection.prepareStatement(question)) {
            limit(statement);
            parameters.bindTo(statement);
            try (ResultSet rows = statement.executeQuery()) {
                return plan(rows);
            }
        }
    }

    private void limit(Statement statement) throws SQLException {
        if (timeoutSeconds > 0) {
            statement.setQueryTimeout(timeoutSeconds);
        }
    }

    private @Nullable Plan plan(ResultSet rows) throws SQLException {
        String text = form.read(rows);
        return text == null || text.isEmpty() ? null : Plan.of(text);
    }
}
