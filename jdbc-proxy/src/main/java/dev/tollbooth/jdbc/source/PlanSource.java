package dev.tollbooth.jdbc.source;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Asks a database how it runs a statement: the service provider interface of {@code plan.source}.
 *
 * <p>Found by {@link java.util.ServiceLoader}, beside those that come with Tollbooth. Implementations are thread-safe.
 */
public interface PlanSource {

    /** Returns the value of {@code plan.source} that names it. */
    String name();

    /**
     * Returns what asks on one connection, null where this source is not for its database.
     *
     * @throws SQLException what the driver threw: plans are then not known
     */
    @Nullable
    PlanReader open(SourceConnection connection) throws SQLException;
}
