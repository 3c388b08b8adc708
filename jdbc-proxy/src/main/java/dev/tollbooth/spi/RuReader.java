package dev.tollbooth.spi;

import dev.tollbooth.statement.Digest;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Reads on one connection what its statements cost.
 *
 * <p>Called by the thread that uses the statement, within the application's call and after its time was taken; what it
 * throws is counted, and the cost is unknown. Thread-safe as far as the driver's connection is.
 */
public interface RuReader {

    /** {@return whether costs are expected of this connection's statements, so that none is estimated meanwhile} */
    default boolean isExpected() {
        return true;
    }

    /**
     * Reads after the driver's {@code execute*} ended.
     *
     * @param statement the driver's
     * @param digest of what was executed; of a batch, of all of it
     * @param resultOpen whether a result set is to be read: {@link #drained} follows
     * @param failure what the driver threw, null if nothing
     * @return the cost, null where it was not said, or not yet
     * @throws SQLException what the driver threw: the cost is then unknown
     */
    @Nullable
    RequestUnits executed(Statement statement, Digest digest, boolean resultOpen, @Nullable Throwable failure)
            throws SQLException;

    /**
     * Reads after a result set ended: its last row was read, or it or its statement was closed.
     *
     * @param statement the driver's, perhaps closed
     * @param digest that which {@link #executed} got
     * @return the cost that {@link #executed} did not return, null where it was not said
     * @throws SQLException what the driver threw: the cost is then unknown
     */
    default @Nullable RequestUnits drained(Statement statement, Digest digest) throws SQLException {
        return null;
    }

    /** Lets go of what it holds: the connection is closed. */
    default void closed() {}
}
