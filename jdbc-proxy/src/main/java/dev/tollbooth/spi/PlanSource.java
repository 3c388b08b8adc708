package dev.tollbooth.spi;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Knows how to ask a database how it runs a statement: a further value of {@code plan.source}.
 *
 * <p>Found by {@link java.util.ServiceLoader}, beside those that come with Tollbooth. Implementations are thread-safe.
 */
public interface PlanSource {

    /** {@return the value of {@code plan.source} that names it} */
    String name();

    /**
     * {@return how one connection's database is asked, null where this source is not for it}
     *
     * @param connection the driver's
     * @throws SQLException what the driver threw: plans are then not known
     */
    @Nullable
    PlanReader open(Connection connection) throws SQLException;
}
