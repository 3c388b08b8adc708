package dev.tollbooth.jdbc.proxy;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The driver's call behind each {@link ExecuteMethod}.
 *
 * <p>Where the method is known to the JIT compiler, which it is once the funnel is inlined, the questions are gone.
 * {@code keys} is the second argument of the methods that have one: an Integer, int[] or String[].
 */
final class DriverCall {

    private DriverCall() {}

    /**
     * Loads what stands between a statement and its driver. Where there is no memory for that, the connection is not accounted:
     * later the application's statement would fail.
     */
    static void load() {
        Objects.requireNonNull(ExecuteMethod.QUERY);
    }

    /** Calls a method that returns a count, or a flag as 1 or 0. */
    static long count(Statement to, ExecuteMethod method, String sql, @Nullable Object keys) throws SQLException {
        if (method == ExecuteMethod.PREPARED_UPDATE) {
            return ((PreparedStatement) to).executeUpdate();
        }
        if (method == ExecuteMethod.PREPARED_EXECUTE) {
            return flag(((PreparedStatement) to).execute());
        }
        if (method == ExecuteMethod.UPDATE) {
            return to.executeUpdate(sql);
        }
        if (method == ExecuteMethod.EXECUTE) {
            return flag(to.execute(sql));
        }
        if (method == ExecuteMethod.PREPARED_LARGE_UPDATE) {
            return ((PreparedStatement) to).executeLargeUpdate();
        }
        if (method == ExecuteMethod.LARGE_UPDATE) {
            return to.executeLargeUpdate(sql);
        }
        return withKeys(to, method, sql, keys);
    }

    private static long withKeys(Statement to, ExecuteMethod method, String sql, @Nullable Object keys)
            throws SQLException {
        if (method == ExecuteMethod.EXECUTE_KEYS) {
            return flag(to.execute(sql, key(keys)));
        }
        if (method == ExecuteMethod.EXECUTE_COLUMN_INDEXES) {
            return flag(to.execute(sql, (int[]) keys));
        }
        if (method == ExecuteMethod.EXECUTE_COLUMN_NAMES) {
            return flag(to.execute(sql, (String[]) keys));
        }
        if (method == ExecuteMethod.UPDATE_KEYS) {
            return to.executeUpdate(sql, key(keys));
        }
        if (method == ExecuteMethod.UPDATE_COLUMN_INDEXES) {
            return to.executeUpdate(sql, (int[]) keys);
        }
        if (method == ExecuteMethod.UPDATE_COLUMN_NAMES) {
            return to.executeUpdate(sql, (String[]) keys);
        }
        if (method == ExecuteMethod.LARGE_UPDATE_KEYS) {
            return to.executeLargeUpdate(sql, key(keys));
        }
        if (method == ExecuteMethod.LARGE_UPDATE_COLUMN_INDEXES) {
            return to.executeLargeUpdate(sql, (int[]) keys);
        }
        if (method == ExecuteMethod.LARGE_UPDATE_COLUMN_NAMES) {
            return to.executeLargeUpdate(sql, (String[]) keys);
        }
        throw new AssertionError(method);
    }

    /** Calls a method that returns a result set or the counts of a batch. */
    static @Nullable Object object(Statement to, ExecuteMethod method, String sql) throws SQLException {
        if (method == ExecuteMethod.PREPARED_QUERY) {
            return ((PreparedStatement) to).executeQuery();
        }
        if (method == ExecuteMethod.QUERY) {
            return to.executeQuery(sql);
        }
        if (method == ExecuteMethod.BATCH) {
            return to.executeBatch();
        }
        if (method == ExecuteMethod.LARGE_BATCH) {
            return to.executeLargeBatch();
        }
        throw new AssertionError(method);
    }

    private static long flag(boolean value) {
        return value ? 1 : 0;
    }

    private static int key(@Nullable Object keys) {
        return (int) Objects.requireNonNull(keys);
    }
}
