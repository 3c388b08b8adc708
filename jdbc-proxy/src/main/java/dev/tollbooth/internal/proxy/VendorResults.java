package dev.tollbooth.internal.proxy;

import java.sql.CallableStatement;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Wraps JDBC objects that a driver's own methods return. They lead back to the application's connection, and their statements are accounted.
 *
 * <p>Public for the classes that are written at run time, which may live in a loader of their own. Thread-safe: without state.
 */
public final class VendorResults {

    private VendorResults() {}

    /**
     * Returns the proxy of {@code result}, or itself where it is none of the connection's.
     *
     * @param proxy whose method has returned it
     * @param text the method's first string, which is what a statement was prepared from; null if it has none
     */
    public static @Nullable Object wrap(@Nullable Object result, Object proxy, @Nullable String text) {
        try {
            return proxyOf(result, proxy, text);
        } catch (RuntimeException | VirtualMachineError | LinkageError t) {
            if (proxy instanceof ConnectionProxy connection) {
                connection.funnel.failures.uncounted++;
            } else if (proxy instanceof StatementProxy statement) {
                statement.funnel.failures.uncounted++;
            }
            return result; // the driver's own, which nobody accounts for: to lose it would be worse
        }
    }

    private static @Nullable Object proxyOf(@Nullable Object result, Object proxy, @Nullable String text) {
        if (proxy instanceof ConnectionProxy connection) {
            return wrap(result, connection, null, text);
        }
        if (proxy instanceof StatementProxy statement) {
            return wrap(result, statement.connection, statement, text);
        }
        if (proxy instanceof ResultSetProxy rows) {
            return wrap(result, rows.connection(), null, text);
        }
        return proxy instanceof DatabaseMetaDataProxy metaData ? wrap(result, metaData.connection, null, text) : result;
    }

    private static @Nullable Object wrap(
            @Nullable Object result,
            ConnectionProxy connection,
            @Nullable StatementProxy statement,
            @Nullable String text) {
        String sql = text == null ? "" : text;
        if (result instanceof ResultSet rows) {
            return rows instanceof ResultSetProxy
                    ? rows
                    : connection.factory.resultSet(rows, connection, statement, null);
        }
        if (result instanceof CallableStatement call) {
            return connection.wrap(call, sql);
        }
        if (result instanceof PreparedStatement prepared) {
            return connection.wrap(prepared, sql);
        }
        if (result instanceof Statement plain) {
            return connection.wrap(plain);
        }
        if (result instanceof DatabaseMetaData metaData) {
            return connection.wrap(metaData);
        }
        // another connection was asked for beneath this one: a driver's way to unwrap
        return result == connection.delegate ? connection : result;
    }
}
