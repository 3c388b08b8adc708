package dev.tollbooth.integration.jdbc;

import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.integration.workload.Route;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.sql.PooledConnection;
import javax.transaction.xa.XAException;

/** The effects of calls on new objects of one kind, one line for each: result or exception, and changed state. */
final class MethodOutcomes implements AutoCloseable {
    private static final List<Class<?>> TYPES = Arrays.stream(JdbcObject.values())
            .map(JdbcObject::type)
            .<Class<?>>map(type -> type)
            .toList();

    /** The number of calls on objects of one closed connection, because a connection takes a server milliseconds. */
    private static final int TOGETHER = 16;

    private final Route route;
    private final Endpoint endpoint;
    private final JdbcObject kind;
    private Connection connection;

    MethodOutcomes(Route route, Endpoint endpoint, JdbcObject kind) throws SQLException {
        this.route = route;
        this.endpoint = endpoint;
        this.kind = kind;
        this.connection = route.connect(endpoint);
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS t");
            statement.execute("CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(20))");
            statement.execute("INSERT INTO t VALUES (1, '1')");
        }
    }

    /** Makes each call on an object of its own, in a transaction that has written a row. */
    List<String> ofOpen(List<MethodCall> calls) throws Exception {
        List<String> lines = new ArrayList<>();
        for (MethodCall call : calls) {
            begin();
            Object[] objects = kind.open(route, endpoint, connection);
            try {
                lines.add(call + ": " + outcome(call, objects) + transaction());
            } finally {
                end(objects);
            }
        }
        return lines;
    }

    /**
     * Makes each call on an object of its own, which has been closed, or what it is of. Objects whose connection is
     * closed share it.
     *
     * @param closed the number of the object that has been
     */
    List<String> ofClosed(List<MethodCall> calls, int closed) throws Exception {
        int together = closed == 0 && kind.closings().size() > 1 ? TOGETHER : 1;
        List<String> lines = new ArrayList<>();
        for (int first = 0; first < calls.size(); first += together) {
            lines.addAll(ofClosedTogether(calls.subList(first, Math.min(first + together, calls.size())), closed));
        }
        return lines;
    }

    private List<String> ofClosedTogether(List<MethodCall> calls, int closed) throws Exception {
        begin();
        List<Object[]> all = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        try {
            for (int i = 0; i < calls.size(); i++) {
                all.add(kind.open(route, endpoint, connection));
            }
            close(all.get(0)[closed]);
            for (int i = 0; i < calls.size(); i++) {
                lines.add(calls.get(i) + ": " + outcome(calls.get(i), all.get(i)));
            }
        } finally {
            for (Object[] objects : all) {
                end(objects);
            }
        }
        return lines;
    }

    /** Gets each object twice from an open one, and records whether both were the same. */
    List<String> ofIdentity(List<MethodCall> calls) throws Exception {
        List<String> lines = new ArrayList<>();
        for (MethodCall call : calls) {
            begin();
            Object[] objects = kind.open(route, endpoint, connection);
            try {
                lines.add(call + ": " + identity(call, objects[objects.length - 1]));
            } finally {
                end(objects);
            }
        }
        return lines;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    private void begin() throws SQLException {
        if (connection.isClosed()) {
            connection = route.connect(endpoint);
        }
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("DELETE FROM t WHERE id = 2"); // a call may have committed the one before
            statement.executeUpdate("INSERT INTO t VALUES (2, '2')");
        }
    }

    private String transaction() {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FROM t")) {
            rows.next();
            return ", then rows=" + rows.getInt(1) + " autoCommit=" + connection.getAutoCommit();
        } catch (SQLException e) {
            return ", then " + failure(e);
        }
    }

    /** Cleans up after a call, so that it does not affect the next. */
    private void end(Object[] objects) throws SQLException {
        for (int i = objects.length - 1; i > 0 || (i == 0 && !kind.isOfConnection()); i--) {
            close(objects[i]);
        }
        boolean isSpent = kind == JdbcObject.CONNECTION || connection.isClosed() || connection.getAutoCommit();
        if (isSpent) {
            close(connection);
        } else {
            connection.rollback();
        }
    }

    private static void close(Object object) {
        try {
            if (object instanceof AutoCloseable closeable) {
                closeable.close();
            } else if (object instanceof PooledConnection pooled) {
                pooled.close();
            }
        } catch (Exception e) {
            // a call has broken it on both routes, or its line differs
        }
    }

    private static String outcome(MethodCall call, Object[] objects) {
        StringBuilder line = new StringBuilder();
        try {
            Object result = call.on(objects[objects.length - 1]);
            line.append("returned ").append(describe(result, objects));
            close(result instanceof Connection || result instanceof PooledConnection ? result : null);
        } catch (Throwable t) {
            line.append(failure(t));
        }
        for (Object object : objects) {
            line.append(state(object));
        }
        return line.toString();
    }

    private static String state(Object object) {
        try {
            if (object instanceof Connection connection) {
                return ", connection closed=" + connection.isClosed();
            }
            if (object instanceof Statement statement) {
                return ", statement closed=" + statement.isClosed();
            }
            return object instanceof ResultSet rows ? ", result set closed=" + rows.isClosed() : "";
        } catch (SQLException e) {
            return ", " + failure(e);
        }
    }

    private static String identity(MethodCall call, Object object) {
        try {
            Object first = call.on(object);
            Object second = call.on(object);
            return first == null ? "null" : first == second ? "the same" : "another";
        } catch (Throwable t) {
            return failure(t);
        }
    }

    private static String failure(Throwable e) {
        StringBuilder text = new StringBuilder("threw ").append(e.getClass().getName());
        if (!(e instanceof RuntimeException)) {
            // the JVM builds the message of a null pointer from the caller's variables
            text.append(": ").append(e.getMessage());
        }
        if (e instanceof SQLException sql) {
            text.append(" [")
                    .append(sql.getSQLState())
                    .append(' ')
                    .append(sql.getErrorCode())
                    .append(']');
        } else if (e instanceof XAException xa) {
            text.append(" [").append(xa.errorCode).append(']');
        }
        // MariaDB puts the connection's number first
        return text.toString().replaceAll("\\(conn=\\d+\\)", "(conn=N)");
    }

    /**
     * Returns the common description of two drivers' objects: which of the known objects it is, or its type and
     * content.
     */
    private static String describe(Object result, Object[] objects) throws SQLException {
        if (result == null || result instanceof Number || result instanceof Boolean || result instanceof String) {
            return String.valueOf(result);
        }
        for (int i = 0; i < objects.length; i++) {
            if (objects[i] == result) {
                return "object " + i;
            }
        }
        if (result instanceof ResultSet rows) {
            return rows(rows);
        }
        for (Class<?> type : TYPES) {
            if (type.isInstance(result)) {
                return type.getSimpleName();
            }
        }
        return result.getClass().getName();
    }

    private static String rows(ResultSet rows) throws SQLException {
        StringBuilder text = new StringBuilder("columns ");
        int count = rows.getMetaData().getColumnCount();
        for (int i = 1; i <= count; i++) {
            text.append(rows.getMetaData().getColumnLabel(i)).append(' ');
        }
        int read = 0;
        while (rows.next()) {
            read++;
        }
        rows.close();
        return text.append("rows ").append(read).toString();
    }
}
