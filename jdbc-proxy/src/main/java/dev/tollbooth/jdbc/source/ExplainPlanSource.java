package dev.tollbooth.jdbc.source;

import java.sql.SQLException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Plans of H2, MySQL and MariaDB, by {@code EXPLAIN}. Thread-safe: without state. */
public final class ExplainPlanSource implements PlanSource {

    /** The value of {@code plan.source}. */
    public static final String NAME = "explain";

    /** Made by {@link java.util.ServiceLoader}. */
    public ExplainPlanSource() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public @Nullable PlanReader open(SourceConnection connection) throws SQLException {
        String product = connection.product().toLowerCase(Locale.ROOT);
        if (product.equals("h2")) {
            return new ExplainReader(connection.connection(), 0, H2PlanText::read);
        }
        if (!product.equals("mysql") && !product.equals("mariadb")) {
            return null;
        }
        String version = connection.connection().getMetaData().getDatabaseProductVersion();
        // TiDB has plan digests of its own, and other words in EXPLAIN
        return version != null && version.contains("TiDB")
                ? null
                : new ExplainReader(connection.connection(), 1, TabularPlanText::read);
    }
}
