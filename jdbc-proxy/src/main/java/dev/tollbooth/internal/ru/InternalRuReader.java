package dev.tollbooth.internal.ru;

import dev.tollbooth.internal.digest.TextDigest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the costs of statements on one connection.
 *
 * <p>The thread that uses the statement calls the reader within the application's call, after the execution was timed.
 * An exception is counted, and the cost is unknown. As thread-safe as the driver's connection.
 */
public interface InternalRuReader {

    /** Returns whether costs of this connection's statements are expected, so that none is estimated meanwhile. */
    boolean isExpected();

    /**
     * Returns whether executions without a warning have no cost here, so that they need not be read. The answer changes
     * only within a call of another method.
     */
    default boolean isSilent() {
        return false;
    }

    /** Returns the source of costs that come later than the response; empty if unknown. */
    default String source() {
        return "";
    }

    /**
     * Reads the cost after the driver's {@code execute*} ended.
     *
     * @param statement the driver's statement
     * @param what the executed statement, its user and origin
     * @param resultOpen whether a result set is to be read: {@link #drained} follows
     * @param failure the driver's exception, null for success
     * @return the cost; {@link RuReading#NOTHING} if it was not reported, or not yet; {@link RuReading#LATER} if
     *     {@link #late} will return it
     */
    RuReading executed(Statement statement, ExecutedStatement what, boolean resultOpen, @Nullable Throwable failure)
            throws SQLException;

    /**
     * Reads the cost of a successful batch, as {@link #executed} does.
     *
     * @param counts the driver's counts of rows by member, {@code int[]} or {@code long[]}
     */
    default RuReading executedBatch(Statement statement, ExecutedStatement what, Object counts) throws SQLException {
        return executed(statement, what, false, null);
    }

    /**
     * Reads the cost after a result set ended: its last row was read, or the result set or its statement was closed.
     *
     * @param statement the driver's statement, perhaps closed
     * @return the cost that {@link #executed} did not return; {@link RuReading#NOTHING} if it was not reported
     */
    default RuReading drained(Statement statement, TextDigest digest) throws SQLException {
        return RuReading.NOTHING;
    }

    /**
     * Returns the warnings that the application sees.
     *
     * @param chain the driver's warnings, null if there are none
     * @return {@code chain} itself if nothing is hidden; else copies, the same for the same chain
     */
    default @Nullable SQLWarning visible(@Nullable SQLWarning chain) {
        return chain;
    }

    /**
     * Returns the number of warnings that the application sees, after an execution.
     *
     * @param chain the driver's warnings, null if there are none
     * @param limit the highest number to return
     */
    default int countVisible(@Nullable SQLWarning chain, int limit) {
        return length(visible(chain), limit);
    }

    /** Returns the number of warnings in {@code chain}, at most {@code limit}. */
    static int length(@Nullable SQLWarning chain, int limit) {
        int length = 0;
        for (SQLWarning warning = chain; warning != null && length < limit; warning = warning.getNextWarning()) {
            length++;
        }
        return length;
    }

    /**
     * Reads costs that come with rows, for an execution whose cost is reported later, before its result set is closed.
     *
     * @param rows the driver's result set, at its last row or before it is closed
     */
    default void fetched(ResultSet rows) throws SQLException {}

    /** Records that the application has cleared a statement's warnings. */
    default void warningsCleared() {}

    /** Reads costs that come with a commit or rollback of the connection. */
    default void transactionEnded() throws SQLException {}

    /** Gives up costs that were not reported, because the connection is closed. */
    default void closed() {}

    /**
     * Returns the next known cost of an earlier execution, null if there is none. The caller calls this after each of
     * the other methods until the result is null.
     */
    default @Nullable LateReading late() {
        return null;
    }

    /** Returns the connection's own warnings that the application sees; only the application clears them. */
    default @Nullable SQLWarning visibleOfConnection(@Nullable SQLWarning chain) throws SQLException {
        return visible(chain);
    }

    /** Records that the application is about to clear the connection's own warnings. */
    default void clearingConnection() throws SQLException {}

    /** Returns the server's own name of this connection's user, empty if it was not asked. */
    default String user() {
        return "";
    }
}
