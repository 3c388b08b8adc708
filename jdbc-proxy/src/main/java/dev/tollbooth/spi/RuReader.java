package dev.tollbooth.spi;

import dev.tollbooth.statement.Digest;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the costs of statements on one connection.
 *
 * <p>The thread that uses the statement calls the reader within the application's call, after the execution was timed.
 * An exception is counted, and the cost is unknown. As thread-safe as the driver's connection.
 */
public interface RuReader {

    /** {@return whether costs of this connection's statements are expected, so that none is estimated meanwhile} */
    default boolean isExpected() {
        return true;
    }

    /**
     * Reads the cost after the driver's {@code execute*} ended.
     *
     * @param statement the driver's statement
     * @param digest the digest of the statement, or of the whole batch
     * @param resultOpen whether a result set is to be read: {@link #drained} follows
     * @param failure the driver's exception, null for success
     * @return the cost, null if it was not reported, or not yet
     * @throws SQLException if the driver throws: the cost is then unknown
     */
    @Nullable
    RequestUnits executed(Statement statement, Digest digest, boolean resultOpen, @Nullable Throwable failure)
            throws SQLException;

    /**
     * Reads the cost after a result set ended: its last row was read, or the result set or its statement was closed.
     *
     * @param statement the driver's statement, perhaps closed
     * @param digest the digest that {@link #executed} got
     * @return the cost that {@link #executed} did not return, null if it was not reported
     * @throws SQLException if the driver throws: the cost is then unknown
     */
    default @Nullable RequestUnits drained(Statement statement, Digest digest) throws SQLException {
        return null;
    }

    /** Releases resources, because the connection is closed. */
    default void closed() {}
}
