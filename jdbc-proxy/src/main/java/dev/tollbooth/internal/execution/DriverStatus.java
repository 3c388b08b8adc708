package dev.tollbooth.internal.execution;

import java.lang.reflect.Method;
import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/**
 * Session state that drivers know without a round trip, because the server tells them of each change. Drivers are called
 * by name, so that none has to be there. Thread-safe: without state.
 */
final class DriverStatus {

    private static final String POSTGRESQL = "org.postgresql.PGConnection";
    private static final String MARIADB = "org.mariadb.jdbc.Connection";
    private static final String MYSQL = "com.mysql.cj.MysqlConnection";

    /** The status flag of MySQL's protocol for sql_mode NO_BACKSLASH_ESCAPES. */
    private static final int NO_BACKSLASH_ESCAPES = 512;

    private DriverStatus() {}

    /** Returns what pgjdbc knows of {@code standard_conforming_strings}, empty for any other driver. */
    static String conformingStrings(Connection connection) {
        try {
            Class<?> type = type(connection, POSTGRESQL);
            Object value = type.getMethod("getParameterStatus", String.class)
                    .invoke(connection.unwrap(type), "standard_conforming_strings");
            return value == null ? "" : value.toString();
        } catch (Exception | LinkageError e) {
            return ""; // a dialect that masks what is not known is the answer
        }
    }

    /** Whether MariaDB's or MySQL's driver knows that a backslash is a character; false for any other driver. */
    static boolean isWithoutBackslashEscapes(Connection connection) {
        Object flags = flags(connection, MARIADB, "getContext", "getServerStatus");
        if (flags == null) {
            flags = flags(connection, MYSQL, "getSession", "getServerSession", "getStatusFlags");
        }
        return flags instanceof Integer bits && (bits & NO_BACKSLASH_ESCAPES) != 0;
    }

    /** Returns what the last of these getters returns, null where one of them is not there. */
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
                type = method.getReturnType(); // public, as the value's class may not be
            }
            return value;
        } catch (Exception | LinkageError e) {
            return null; // the server's default is the answer
        }
    }

    private static Class<?> type(Connection connection, String name) throws ClassNotFoundException {
        return Class.forName(name, false, connection.getClass().getClassLoader());
    }
}
