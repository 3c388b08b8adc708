package dev.tollbooth.internal.proxy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A cancel of a fetch of rows by the driver's own means.
 *
 * <p>pgjdbc's {@code Statement.cancel} works only during an execution; its {@code PGConnection.cancelQuery} also
 * cancels a fetch.
 */
final class FetchCancel {

    private static final String PG_CONNECTION = "org.postgresql.PGConnection";

    private FetchCancel() {}

    static void send(Statement statement, Connection connection) throws SQLException {
        Connection innermost =
                connection.isWrapperFor(Connection.class) ? connection.unwrap(Connection.class) : connection;
        for (Class<?> type = innermost.getClass(); type != null; type = type.getSuperclass()) {
            for (Class<?> found : type.getInterfaces()) {
                Class<?> postgresql = postgresql(found);
                if (postgresql != null) {
                    cancelQuery(postgresql, innermost);
                    return;
                }
            }
        }
        statement.cancel();
    }

    private static @Nullable Class<?> postgresql(Class<?> type) {
        if (type.getName().equals(PG_CONNECTION)) {
            return type;
        }
        for (Class<?> above : type.getInterfaces()) {
            Class<?> found = postgresql(above);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static void cancelQuery(Class<?> postgresql, Connection connection) throws SQLException {
        try {
            Method cancel = postgresql.getMethod("cancelQuery");
            cancel.invoke(connection);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof SQLException cause ? cause : new SQLException(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new SQLException("pgjdbc too old to cancel a fetch: method=cancelQuery; use 42.2.9 or newer", e);
        }
    }
}
