package dev.tollbooth.internal.ru;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Reads what statements cost from what a database says: a source of {@code ru.source} that comes with Tollbooth.
 *
 * <p>Found by {@link java.util.ServiceLoader}. Implementations are thread-safe.
 */
public interface InternalRuSource {

    /** Returns the value of {@code ru.source} that names it; shown beside each figure. */
    String name();

    /**
     * Returns whether it can do with what comes by itself: under {@code ru.source=auto} it then asks the server nothing
     * and sets nothing.
     */
    boolean isPassive();

    /**
     * Returns what reads on one connection, null where this source is not for its database. Only a source that is not
     * passive may ask the server something here.
     *
     * @throws SQLException what the driver threw: costs are then estimated
     */
    @Nullable
    InternalRuReader open(SourceConnection connection) throws SQLException;

    /** Returns the bytes held for all connections, about, for the trace of memory; it must not wait. */
    default long heldBytes() {
        return 0;
    }
}
