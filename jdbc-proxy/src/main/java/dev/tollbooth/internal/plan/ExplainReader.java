package dev.tollbooth.internal.plan;

import dev.tollbooth.spi.Plan;
import dev.tollbooth.spi.PlanReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Reads plans by sending {@code EXPLAIN} before a statement's text. Thread-safe as the driver's connection is. */
final class ExplainReader implements PlanReader {

    /** A parser of a plan's normalized text. */
    @FunctionalInterface
    interface Form {
        /** Reads the plan from the rows of {@code EXPLAIN}; returns null if there is none. */
        @Nullable
        String read(ResultSet rows) throws SQLException;
    }

    private final Connection connection;
    private final int timeoutSeconds;
    private final Form form;

    /**
     * Makes a reader on the driver's {@code connection}.
     *
     * @param timeoutSeconds the timeout of the query; 0 if the driver would set it for the whole connection, as
     *     H2's does
     */
    ExplainReader(Connection connection, int timeoutSeconds, Form form) {
        this.connection = connection;
        this.timeoutSeconds = timeoutSeconds;
        this.form = form;
    }

    @Override
    public PreparedStatement question(String sql) throws SQLException {
        PreparedStatement question = connection.prepareStatement("EXPLAIN " + sql);
        try {
            if (timeoutSeconds > 0) {
                question.setQueryTimeout(timeoutSeconds);
            }
            return question;
        } catch (Throwable t) {
            question.close();
            throw t;
        }
    }

    @Override
    public @Nullable Plan read(PreparedStatement question) throws SQLException {
        try (ResultSet rows = question.executeQuery()) {
            String text = form.read(rows);
            return text == null || text.isEmpty() ? null : Plan.of(text);
        }
    }
}
