package dev.tollbooth.internal.plan;

import dev.tollbooth.spi.Plan;
import dev.tollbooth.spi.PlanReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
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
