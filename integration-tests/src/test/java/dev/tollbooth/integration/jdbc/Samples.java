package dev.tollbooth.integration.jdbc;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.sql.Connection;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.ResultSet;
import java.sql.SQLType;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;

/** Arguments for each method of JDBC. */
final class Samples {
    private static final int NETWORK_TIMEOUT_MILLIS = 10_000;
    private static final List<Integer> RESULT_SET_KINDS =
            List.of(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY, ResultSet.CLOSE_CURSORS_AT_COMMIT);
    private static final Map<Class<?>, Callable<?>> REFERENCES = Map.ofEntries(
            Map.entry(Object.class, () -> "7"),
            Map.entry(BigDecimal.class, () -> new BigDecimal("7")),
            Map.entry(Date.class, () -> new Date(7)),
            Map.entry(Time.class, () -> new Time(7)),
            Map.entry(Timestamp.class, () -> new Timestamp(7)),
            Map.entry(Calendar.class, Calendar::getInstance),
            Map.entry(Executor.class, () -> (Executor) Runnable::run),
            Map.entry(Properties.class, Properties::new),
            Map.entry(SQLType.class, () -> JDBCType.INTEGER),
            Map.entry(Map.class, Map::of),
            Map.entry(URL.class, Samples::url),
            Map.entry(InputStream.class, () -> new ByteArrayInputStream(new byte[] {'7'})),
            Map.entry(Reader.class, () -> new StringReader("7")),
            Map.entry(PrintWriter.class, () -> new PrintWriter(new StringWriter())));

    private Samples() {}

    /** Returns new arguments for {@code method}; null for objects that only a driver can make. */
    static Object[] of(Method method) throws Exception {
        Class<?>[] parameters = method.getParameterTypes();
        Object[] arguments = new Object[parameters.length];
        for (int i = 0; i < parameters.length; i++) {
            arguments[i] = parameters[i].isPrimitive() ? number(method, i) : reference(method, parameters[i]);
        }
        return arguments;
    }

    private static Object reference(Method method, Class<?> type) throws Exception {
        if (type == String.class) {
            return text(method);
        }
        if (type == Class.class) {
            return method.getName().equals("getObject") ? String.class : Runnable.class;
        }
        if (type.isArray()) {
            Object array = Array.newInstance(type.getComponentType(), 1);
            if (!type.getComponentType().isInterface()) {
                Array.set(array, 0, type == String[].class ? "name" : type == Object[].class ? null : (byte) 1);
            }
            return array;
        }
        Callable<?> made = REFERENCES.get(type);
        return made == null ? null : made.call();
    }

    private static String text(Method method) {
        Class<?> type = method.getDeclaringClass();
        String name = method.getName();
        if (type == ResultSet.class) {
            return "name";
        }
        if (type == Connection.class && name.equals("setClientInfo")) {
            return "ApplicationName";
        }
        if (type == Connection.class && name.startsWith("create")) {
            return "INTEGER";
        }
        return name.matches("(prepare|execute|nativeSQL|addBatch).*") ? "SELECT 7" : "t";
    }

    private static Object number(Method method, int index) {
        Class<?> type = method.getParameterTypes()[index];
        if (type == boolean.class) {
            return true;
        }
        boolean kinds = method.getDeclaringClass() == Connection.class && method.getParameterCount() > 2;
        int value = method.getName().equals("setNetworkTimeout")
                ? NETWORK_TIMEOUT_MILLIS
                : kinds ? RESULT_SET_KINDS.get(index - 1) : 1;
        return switch (type.getName()) {
            case "byte" -> (byte) value;
            case "short" -> (short) value;
            case "long" -> (long) value;
            case "float" -> (float) value;
            case "double" -> (double) value;
            default -> value;
        };
    }

    private static URL url() throws MalformedURLException {
        return URI.create("http://localhost/").toURL();
    }
}
