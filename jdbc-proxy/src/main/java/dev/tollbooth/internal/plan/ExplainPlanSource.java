package dev.tollbooth.internal.plan;

import dev.tollbooth.spi.PlanReader;
import dev.tollbooth.spi.PlanSource;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A source of plans for H2, MySQL and MariaDB, by {@code EXPLAIN}. Thread-safe: stateless. */
public final class ExplainPlanSource implements PlanSource {

    /** The value of {@code plan.source}. */
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
}
