package dev.tollbooth.internal.execution;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Calls of drivers' own methods, by reflection, so that no driver is required. Drivers know some of the session's state
 * without a round trip, because the server reports each change. Thread-safe: stateless.
 */
public final class DriverMethods {

    private static final String POSTGRESQL = "org.postgresql.PGConnection";
    private static final String MARIADB = "org.mariadb.jdbc.Connection";
    private static final String MYSQL = "com.mysql.cj.MysqlConnection";

    /** The status flag of MySQL's protocol for sql_mode NO_BACKSLASH_ESCAPES. */
    private static final int NO_BACKSLASH_ESCAPES = 512;

    private DriverMethods() {}

    /** Returns pgjdbc's value of {@code standard_conforming_strings}, empty for any other driver. */
    static String conformingStrings(Connection connection) {
        try {
            Class<?> type = type(connection, POSTGRESQL);
            Object value = type.getMethod("getParameterStatus", String.class)
                    .invoke(connection.unwrap(type), "standard_conforming_strings");
            return value == null ? "" : value.toString();
        } catch (Exception | LinkageError e) {
            return ""; // the answer then is a dialect that masks doubtful strings
        }
    }

    /** Returns whether MariaDB's or MySQL's driver reports NO_BACKSLASH_ESCAPES; false for any other driver. */
    static boolean isWithoutBackslashEscapes(Connection connection) {
        Object flags = flags(connection, MARIADB, "getContext", "getServerStatus");
        if (flags == null) {
            flags = flags(connection, MYSQL, "getSession", "getServerSession", "getStatusFlags");
        }
        return flags instanceof Integer bits && (bits & NO_BACKSLASH_ESCAPES) != 0;
    }

    /** Returns the result of a chain of getters, null if one of them is missing. */
    private static @Nullable Object flags(Connection connection, String typeName, String... getters) {
        try {
            Class<?> type = type(connection, typeName);
            if (!connection.isWrapperFor(type)) {
                return null;
            }
            Object value = connection.unwrap(type);
            for (String getter : getters) {
                Method method = type.getMethod(getter);
                value = method.invoke(value);
                type = method.getReturnType(); // by the public method, because the value's class may not be public
            }
            return value;
        } catch (Exception | LinkageError e) {
            return null; // the answer then is the server's default
        }
    }

    /**
     * Cancels a fetch of rows. pgjdbc's {@code Statement.cancel} works only during an execution; its {@code
     * PGConnection.cancelQuery} also cancels a fetch.
     */
    public static void cancelFetch(Statement statement, Connection connection) throws SQLException {
        try {
            Class<?> type = type(connection, POSTGRESQL);
            if (connection.isWrapperFor(type)) {
                type.getMethod("cancelQuery").invoke(connection.unwrap(type));
                return;
            }
        } catch (ClassNotFoundException e) {
            // another driver
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof SQLException cause ? cause : new SQLException(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new SQLException("pgjdbc too old to cancel a fetch: method=cancelQuery; use 42.2.9 or newer", e);
        }
        statement.cancel();
    }

    private static Class<?> type(Connection connection, String name) throws ClassNotFoundException {
        return Class.forName(name, false, connection.getClass().getClassLoader());
    }
}
