package dev.tollbooth.internal.execution;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A JDBC method that executes, by result and arguments, with the driver's call for it.
 *
 * <p>The JIT compiler removes the tests on the kind once it has inlined the funnel.
 */
public enum CallKind {
    QUERY,
    EXECUTE,
    EXECUTE_KEYS,
    EXECUTE_COLUMN_INDEXES,
    EXECUTE_COLUMN_NAMES,
    UPDATE,
    UPDATE_KEYS,
    UPDATE_COLUMN_INDEXES,
    UPDATE_COLUMN_NAMES,
    LARGE_UPDATE,
    LARGE_UPDATE_KEYS,
    LARGE_UPDATE_COLUMN_INDEXES,
    LARGE_UPDATE_COLUMN_NAMES,
    BATCH,
    LARGE_BATCH,
    PREPARED_QUERY,
    PREPARED_EXECUTE,
    PREPARED_UPDATE,
    PREPARED_LARGE_UPDATE;

    /** The result of {@link #count} for a call that returned true, so that a result set follows. */
    public static final long RESULT_SET = OutcomeReader.RESULT_SET;

    /**
     * Calls the driver's method, and returns its count. For an {@code execute} it returns {@link #RESULT_SET} for true
     * and {@link OutcomeReader#ASK_DRIVER} for false.
     *
     * @param keys the second argument of some methods: an Integer, int[] or String[]
     */
    long count(Statement to, String sql, @Nullable Object keys) throws SQLException {
        if (this == PREPARED_UPDATE) {
            return ((PreparedStatement) to).executeUpdate();
        }
        if (this == PREPARED_EXECUTE) {
            return flag(((PreparedStatement) to).execute());
        }
        if (this == UPDATE) {
            return to.executeUpdate(sql);
        }
        if (this == EXECUTE) {
            return flag(to.execute(sql));
        }
        if (this == PREPARED_LARGE_UPDATE) {
            return ((PreparedStatement) to).executeLargeUpdate();
        }
        if (this == LARGE_UPDATE) {
            return to.executeLargeUpdate(sql);
        }
        return withKeys(to, sql, keys);
    }

    private long withKeys(Statement to, String sql, @Nullable Object keys) throws SQLException {
        if (this == EXECUTE_KEYS) {
            return flag(to.execute(sql, key(keys)));
        }
        if (this == EXECUTE_COLUMN_INDEXES) {
            return flag(to.execute(sql, (int[]) keys));
        }
        if (this == EXECUTE_COLUMN_NAMES) {
            return flag(to.execute(sql, (String[]) keys));
        }
        if (this == UPDATE_KEYS) {
            return to.executeUpdate(sql, key(keys));
        }
        if (this == UPDATE_COLUMN_INDEXES) {
            return to.executeUpdate(sql, (int[]) keys);
        }
        if (this == UPDATE_COLUMN_NAMES) {
            return to.executeUpdate(sql, (String[]) keys);
        }
        if (this == LARGE_UPDATE_KEYS) {
            return to.executeLargeUpdate(sql, key(keys));
        }
        if (this == LARGE_UPDATE_COLUMN_INDEXES) {
            return to.executeLargeUpdate(sql, (int[]) keys);
        }
        if (this == LARGE_UPDATE_COLUMN_NAMES) {
            return to.executeLargeUpdate(sql, (String[]) keys);
        }
        throw new AssertionError(this);
    }

    /** Calls the driver's method; returns its result set, or the counts of its batch. */
    @Nullable
    Object object(Statement to, String sql) throws SQLException {
        if (this == PREPARED_QUERY) {
            return ((PreparedStatement) to).executeQuery();
        }
        if (this == QUERY) {
            return to.executeQuery(sql);
        }
        if (this == BATCH) {
            return to.executeBatch();
        }
        if (this == LARGE_BATCH) {
            return to.executeLargeBatch();
        }
        throw new AssertionError(this);
    }

    /** Returns whether the call executes the statement's batch. */
    public boolean isBatch() {
        return this == BATCH || this == LARGE_BATCH;
    }

    private static long flag(boolean value) {
        return value ? RESULT_SET : OutcomeReader.ASK_DRIVER;
    }

    private static int key(@Nullable Object keys) {
        return (int) Objects.requireNonNull(keys);
    }
}
