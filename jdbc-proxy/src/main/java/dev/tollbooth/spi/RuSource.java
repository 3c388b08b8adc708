package dev.tollbooth.spi;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Reads what statements cost from what a database says: a further value of {@code ru.source}.
 *
 * <p>Found by {@link java.util.ServiceLoader}, beside those that come with Tollbooth. Implementations are thread-safe.
 */
public interface RuSource {

    /** {@return the value of {@code ru.source} that names it; shown beside each figure} */
    String name();

    /**
     * {@return whether it can do with what comes by itself: it is then used under {@code ru.source=auto} too, and must
     * neither ask the server anything nor set anything}
     */
    boolean isPassive();

    /**
     * {@return what reads on one connection, null where this source is not for its database} Only a source that is not
     * passive may ask the server something here.
     *
     * @param connection the driver's
     * @throws SQLException what the driver threw: costs are then estimated
     */
    @Nullable
    RuReader open(Connection connection) throws SQLException;
}
