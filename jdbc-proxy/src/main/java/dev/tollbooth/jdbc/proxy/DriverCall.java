package dev.tollbooth.jdbc.proxy;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * The driver's call behind each {@link ExecuteMethod}.
 *
 * <p>Where the method is known to the JIT compiler, which it is once the funnel is inlined, the switch is gone.
 * {@code keys} is the second argument of the methods that have one: an Integer, int[] or String[].
 */
final class DriverCall {

    private DriverCall() {}

    /** Calls a method that returns a count, or a flag as 1 or 0. */
    static long count(Statement to, ExecuteMethod method, String sql, @Nullable Object keys) throws SQLException {
        return switch (method) {
            case EXECUTE -> flag(to.execute(sql));
            case EXECUTE_KEYS -> flag(to.execute(sql, key(keys)));
            case EXECUTE_COLUMN_INDEXES -> flag(to.execute(sql, (int[]) keys));
            case EXECUTE_COLUMN_NAMES -> flag(to.execute(sql, (String[]) keys));
            case UPDATE -> to.executeUpdate(sql);
            case UPDATE_KEYS -> to.executeUpdate(sql, key(keys));
            case UPDATE_COLUMN_INDEXES -> to.executeUpdate(sql, (int[]) keys);
            case UPDATE_COLUMN_NAMES -> to.executeUpdate(sql, (String[]) keys);
            case LARGE_UPDATE -> to.executeLargeUpdate(sql);
            case LARGE_UPDATE_KEYS -> to.executeLargeUpdate(sql, key(keys));
            case LARGE_UPDATE_COLUMN_INDEXES -> to.executeLargeUpdate(sql, (int[]) keys);
            case LARGE_UPDATE_COLUMN_NAMES -> to.executeLargeUpdate(sql, (String[]) keys);
            case PREPARED_EXECUTE -> flag(((PreparedStatement) to).execute());
            case PREPARED_UPDATE -> ((PreparedStatement) to).executeUpdate();
            case PREPARED_LARGE_UPDATE -> ((PreparedStatement) to).executeLargeUpdate();
            case QUERY, BATCH, LARGE_BATCH, PREPARED_QUERY -> throw new AssertionError(method);
        };
    }

    /** Calls a method that returns a result set or the counts of a batch. */
    static @Nullable Object object(Statement to, ExecuteMethod method, String sql) throws SQLException {
        // no switch: the first row would wait for the class of its map
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
        return (int) java.util.Objects.requireNonNull(keys);
    }
}
