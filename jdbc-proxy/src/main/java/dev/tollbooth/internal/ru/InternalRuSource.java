package dev.tollbooth.internal.ru;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A source of request units that comes with Tollbooth, for one kind of database.
 *
 * <p>A source is found by {@link java.util.ServiceLoader}. Implementations are thread-safe.
 */
public interface InternalRuSource {

    /** Returns the name: the value of {@code ru.source}, which is also shown beside each figure. */
    String name();

    /**
     * Returns whether this source needs neither a query to the server nor a setting, so that {@code ru.source=auto} may
     * use it.
     */
    boolean isPassive();

    /**
     * Returns the reader for one connection, null if this source is not for its database. Only a source that is not
     * passive may query the server here.
     *
     * @throws SQLException if the driver throws: costs are then estimated
     */
    @Nullable
    InternalRuReader open(SourceConnection connection) throws SQLException;

    /** Returns the approximate bytes held for all connections, for the memory trace; must not wait. */
    default long heldBytes() {
        return 0;
    }
}
