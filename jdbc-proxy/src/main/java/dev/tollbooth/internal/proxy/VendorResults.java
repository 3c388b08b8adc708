package dev.tollbooth.internal.proxy;

import java.sql.CallableStatement;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A wrapper of JDBC objects that a driver's own methods return, so that they lead back to the application's connection
 * and their statements are accounted.
 *
 * <p>The class is public for classes that are generated at run time, which may live in a class loader of their own.
 * Thread-safe: stateless.
 */
public final class VendorResults {

    private VendorResults() {}

    /**
     * Returns the proxy of {@code result}; {@code result} itself if it is no JDBC object of this connection, or
     * wrapping fails.
     *
     * @param proxy the proxy whose method returned {@code result}
     * @param text the first string argument of the method, which is the text of a prepared statement; null if there is
     *     none
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
            return result; // the driver's own object, unaccounted: losing it would be worse
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
            return wrap(result, rows.connection, null, text);
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
        // the application asked for another connection below this one, which is a driver's way to unwrap
        return result == connection.delegate ? connection : result;
    }
}
