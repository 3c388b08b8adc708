package dev.tollbooth.spi;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A source of request units for one kind of database: another value of {@code ru.source}.
 *
 * <p>A source is found by {@link java.util.ServiceLoader}, beside Tollbooth's own sources. Implementations are
 * thread-safe.
 */
public interface RuSource {

    /** {@return the name of this source: the value of {@code ru.source}, which is also shown beside each figure} */
    String name();

    /**
     * {@return whether this source needs neither a query to the server nor a setting; {@code ru.source=auto} uses only
     * such sources}
     */
    boolean isPassive();

    /**
     * {@return the reader for one connection, null if this source is not for its database} Only a source that is not
     * passive may query the server here.
     *
     * @param connection the driver's connection
     * @throws SQLException if the driver throws: costs are then estimated
     */
    @Nullable
    RuReader open(Connection connection) throws SQLException;
}
