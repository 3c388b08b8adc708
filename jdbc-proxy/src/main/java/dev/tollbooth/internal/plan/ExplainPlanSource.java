package dev.tollbooth.internal.plan;

import dev.tollbooth.spi.Plan;
import dev.tollbooth.spi.PlanReader;
import dev.tollbooth.spi.PlanSource;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A source of plans for H2, MySQL and MariaDB, by {@code EXPLAIN}. Thread-safe: stateless. */
public final class ExplainPlanSource implements PlanSource {

    /** The value of {@code plan.source} for this source. */
    public static final String NAME = "explain";

    /** Makes the source for {@link java.util.ServiceLoader}. */
    public ExplainPlanSource() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public @Nullable PlanReader open(Connection connection) throws SQLException {
        DatabaseMetaData metaData = connection.getMetaData();
        String product = String.valueOf(metaData.getDatabaseProductName()).toLowerCase(Locale.ROOT);
        if (product.equals("h2")) {
            return new ExplainReader(connection, 0, H2PlanText::read);
        }
        if (!product.equals("mysql") && !product.equals("mariadb")) {
            return null;
        }
        String version = metaData.getDatabaseProductVersion();
        // TiDB has its own plan digests and other words in EXPLAIN
        return version != null && version.contains("TiDB")
                ? null
                : new ExplainReader(connection, 1, TabularPlanText::read);
    }

    /** A reader that sends {@code EXPLAIN} before a statement's text. As thread-safe as the driver's connection. */
    private static final class ExplainReader implements PlanReader {

        /** A parser that reads a plan's normalized text from the answer. */
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
}
