package dev.tollbooth.internal.ru;

import dev.tollbooth.internal.digest.TextDigest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Reads on one connection what its statements cost.
 *
 * <p>Called by the thread that uses the statement, within the application's call and after its time was taken; what it
 * throws is counted, and the cost is unknown. Thread-safe as far as the driver's connection is.
 */
public interface InternalRuReader {

    /** Returns whether costs are expected of this connection's statements, so that none is estimated meanwhile. */
    boolean isExpected();

    /**
     * Returns whether an execution without a warning tells nothing here, so that this need not be called for it. Changes only
     * within a call of another method.
     */
    default boolean isSilent() {
        return false;
    }

    /** Returns how costs are marked that are told later than with the response; empty where that is not known. */
    default String source() {
        return "";
    }

    /**
     * Reads after the driver's {@code execute*} ended.
     *
     * @param statement the driver's
     * @param what was executed, and for whom
     * @param resultOpen whether a result set is to be read: {@link #drained} follows
     * @param failure what the driver threw, null if nothing
     * @return the cost; {@link RuReading#NOTHING} where it was not said, or not yet; {@link RuReading#LATER} where
     *     {@link #late} will tell it
     */
    RuReading executed(Statement statement, ExecutedStatement what, boolean resultOpen, @Nullable Throwable failure)
            throws SQLException;

    /** As {@link #executed}, of a batch that ended well. */
    default RuReading executedBatch(Statement statement, ExecutedStatement what, BatchCounts counts)
            throws SQLException {
        return executed(statement, what, false, null);
    }

    /**
     * Reads after a result set ended: its last row was read, or it or its statement was closed.
     *
     * @param statement the driver's, perhaps closed
     * @return the cost that {@link #executed} did not return; {@link RuReading#NOTHING} where it was not said
     */
    default RuReading drained(Statement statement, TextDigest digest) throws SQLException {
        return RuReading.NOTHING;
    }

    /**
     * Returns the warnings that the application sees.
     *
     * @param chain the driver's, null if there are none
     * @return {@code chain} itself where nothing is to be hidden; else copies, the same for the same chain
     */
    default @Nullable SQLWarning visible(@Nullable SQLWarning chain) {
        return chain;
    }

    /**
     * Returns how many of an execution's warnings the application sees, when it has ended.
     *
     * @param chain the driver's, null if there are none
     * @param limit so many are counted
     */
    default int countVisible(@Nullable SQLWarning chain, int limit) {
        return length(visible(chain), limit);
    }

    /** Returns the number of warnings in {@code chain}, {@code limit} at most. */
    static int length(@Nullable SQLWarning chain, int limit) {
        int length = 0;
        for (SQLWarning warning = chain; warning != null && length < limit; warning = warning.getNextWarning()) {
            length++;
        }
        return length;
    }

    /**
     * Reads what came with rows, of an execution whose cost is told later, before its result set is closed.
     *
     * @param rows the driver's, at its last row or before it is closed
     */
    default void fetched(ResultSet rows) throws SQLException {}

    /** The application has cleared a statement's warnings. */
    default void warningsCleared() {}

    /** Reads what came with a commit or rollback of the connection. */
    default void transactionEnded() throws SQLException {}

    /** Gives up what was not told: the connection is closed. */
    default void closed() {}

    /**
     * Returns the next cost that is known of an earlier execution, null if there is no more. Asked after each of the other
     * methods, until it returns null.
     */
    default @Nullable LateReading late() {
        return null;
    }

    /** As {@link #visible}, of the connection's own warnings, which nothing but the application clears. */
    default @Nullable SQLWarning visibleOfConnection(@Nullable SQLWarning chain) throws SQLException {
        return visible(chain);
    }

    /** The application is about to clear the connection's own warnings. */
    default void clearingConnection() throws SQLException {}

    /** Returns the server's own name of this connection's user, empty where it was not asked. */
    default String user() {
        return "";
    }
}
