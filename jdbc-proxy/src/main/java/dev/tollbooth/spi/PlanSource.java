package dev.tollbooth.spi;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A source of plans for one kind of database: another value of {@code plan.source}.
 *
 * <p>A source is found by {@link java.util.ServiceLoader}, beside Tollbooth's own sources. Implementations are
 * thread-safe.
 */
public interface PlanSource {

    /** {@return the name of this source: the value of {@code plan.source}} */
    String name();

    /**
     * {@return the reader for one connection, null if this source is not for its database}
     *
     * @param connection the driver's connection
     * @throws SQLException if the driver throws: plans are then unknown
     */
    @Nullable
    PlanReader open(Connection connection) throws SQLException;
}
