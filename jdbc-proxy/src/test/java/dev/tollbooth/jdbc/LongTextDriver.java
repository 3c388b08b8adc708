package dev.tollbooth.jdbc;

import dev.tollbooth.internal.proxy.DriverStub;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.sql.DataSource;

/**
 * A driver that accepts all texts and keeps none. It records the getters of texts, and returns long texts if a test
 * says so.
 */
final class LongTextDriver implements InvocationHandler {

    /** The names of the getters of texts that were called. */
    final Set<String> asked = new TreeSet<>();
    /** The results of getters by name, instead of the usual ones. */
    final Map<String, String> answers = new HashMap<>();
    /** The name of the getter that returns another long text each time. */
    String longOne = "";
    /** Whether executions fail with a long message and SQLState, or have a long warning. */
    boolean fails;

    boolean warns;

    <T> T object(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(LongTextDriver.class.getClassLoader(), new Class<?>[] {type}, this));
    }

    DataSource source() {
        return object(DataSource.class);
    }

    @Override
    public Object invoke(Object self, Method method, Object[] arguments) throws Throwable {
        String name = method.getName();
        Class<?> type = method.getReturnType();
        if (method.getDeclaringClass() == Object.class) {
            return switch (name) {
                case "equals" -> self == arguments[0];
                case "hashCode" -> System.identityHashCode(self);
                default -> "stub";
            };
        }
        if (fails && name.startsWith("execute")) {
            throw new SQLException(LongTexts.next(), LongTexts.next());
        }
        if (type == String.class) {
            asked.add(method.getDeclaringClass().getSimpleName() + "." + name);
            return name.equals(longOne) ? LongTexts.next() : answers.getOrDefault(name, "thin");
        }
        if (type == SQLWarning.class) {
            return warns ? new SQLWarning(LongTexts.next(), LongTexts.next()) : null;
        }
        if (name.equals("getAutoCommit")) {
            return true;
        }
        if (name.equals("isWrapperFor")) {
            return false;
        }
        boolean jdbc = type.isInterface() && type.getPackageName().matches("javax?\\.sql");
        return jdbc ? object(type) : DriverStub.defaultAnswer(type);
    }

    /** Executes a statement, and reads its rows. */
    static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            ResultSet rows = statement.executeQuery(sql);
            rows.next();
            rows.close();
        } catch (SQLException e) {
            // ignored on purpose
        }
    }
}
