package dev.tollbooth.integration.digest;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/**
 * A driver of a database with any product's name, which accepts all statements, executes the first of three slowly, and
 * fails the last.
 */
final class StubDatabase {

    static final int SLOW_MILLIS = 1;

    private final String product;
    private int executions;

    StubDatabase(String product) {
        this.product = product;
    }

    DataSource dataSource() {
        return stub(DataSource.class, Map.of("getConnection", this::connection));
    }

    private Object connection() {
        Object metaData = stub(
                DatabaseMetaData.class,
                Map.of(
                        "getDatabaseProductName",
                        () -> product,
                        "getDriverName",
                        () -> "stub",
                        "getURL",
                        () -> "jdbc:stub:a"));
        return stub(Connection.class, Map.of("getMetaData", () -> metaData, "createStatement", this::statement));
    }

    private Object statement() {
        return stub(Statement.class, Map.of("execute", this::executed));
    }

    private Object executed() throws SQLException {
        if (executions % 3 == 0) {
            LockSupport.parkNanos(2_000_000L * SLOW_MILLIS);
        }
        if (++executions % 3 == 0) {
            throw new SQLException("refused", "42000");
        }
        return false;
    }

    private interface Answer {
        Object get() throws SQLException;
    }

    private static <T> T stub(Class<T> type, Map<String, Answer> answers) {
        return type.cast(Proxy.newProxyInstance(
                StubDatabase.class.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    Answer answer = answers.get(method.getName());
                    if (answer != null) {
                        return answer.get();
                    }
                    Class<?> returned = method.getReturnType();
                    if (method.getName().equals("toString")) {
                        return "stub";
                    } else if (returned == boolean.class) {
                        return false;
                    } else if (returned == int.class) {
                        return 0;
                    }
                    return returned == long.class ? (Object) 0L : null;
                }));
    }
}
