package dev.tollbooth.internal.execution;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The driver's call behind each {@link CallKind}.
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
        Objects.requireNonNull(CallKind.QUERY);
    }

    /** Calls a method that returns a count, or a flag as 1 or 0. */
    static long count(Statement to, CallKind method, String sql, @Nullable Object keys) throws SQLException {
        if (method == CallKind.PREPARED_UPDATE) {
            return ((PreparedStatement) to).executeUpdate();
        }
        if (method == CallKind.PREPARED_EXECUTE) {
            return flag(((PreparedStatement) to).execute());
        }
        if (method == CallKind.UPDATE) {
            return to.executeUpdate(sql);
        }
        if (method == CallKind.EXECUTE) {
            return flag(to.execute(sql));
        }
        if (method == CallKind.PREPARED_LARGE_UPDATE) {
            return ((PreparedStatement) to).executeLargeUpdate();
        }
        if (method == CallKind.LARGE_UPDATE) {
            return to.executeLargeUpdate(sql);
        }
        return withKeys(to, method, sql, keys);
    }

    private static long withKeys(Statement to, CallKind method, String sql, @Nullable Object keys) throws SQLException {
        if (method == CallKind.EXECUTE_KEYS) {
            return flag(to.execute(sql, key(keys)));
        }
        if (method == CallKind.EXECUTE_COLUMN_INDEXES) {
            return flag(to.execute(sql, (int[]) keys));
        }
        if (method == CallKind.EXECUTE_COLUMN_NAMES) {
            return flag(to.execute(sql, (String[]) keys));
        }
        if (method == CallKind.UPDATE_KEYS) {
            return to.executeUpdate(sql, key(keys));
        }
        if (method == CallKind.UPDATE_COLUMN_INDEXES) {
            return to.executeUpdate(sql, (int[]) keys);
        }
        if (method == CallKind.UPDATE_COLUMN_NAMES) {
            return to.executeUpdate(sql, (String[]) keys);
        }
        if (method == CallKind.LARGE_UPDATE_KEYS) {
            return to.executeLargeUpdate(sql, key(keys));
        }
        if (method == CallKind.LARGE_UPDATE_COLUMN_INDEXES) {
            return to.executeLargeUpdate(sql, (int[]) keys);
        }
        if (method == CallKind.LARGE_UPDATE_COLUMN_NAMES) {
            return to.executeLargeUpdate(sql, (String[]) keys);
        }
        throw new AssertionError(method);
    }

    /** Calls a method that returns a result set or the counts of a batch. */
    static @Nullable Object object(Statement to, CallKind method, String sql) throws SQLException {
        if (method == CallKind.PREPARED_QUERY) {
            return ((PreparedStatement) to).executeQuery();
        }
        if (method == CallKind.QUERY) {
            return to.executeQuery(sql);
        }
        if (method == CallKind.BATCH) {
            return to.executeBatch();
        }
        if (method == CallKind.LARGE_BATCH) {
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
