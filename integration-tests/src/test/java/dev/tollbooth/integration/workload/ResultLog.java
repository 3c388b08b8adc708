package dev.tollbooth.integration.workload;

import java.io.IOException;
import java.sql.Array;
import java.sql.BatchUpdateException;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * A log of all that an application saw: values with their types, rows, and exceptions with all of their parts.
 *
 * <p>Not thread-safe.
 */
public final class ResultLog {
    private final List<String> lines = new ArrayList<>();

    /** Returns the lines so far. */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    /** Writes a line as it is. */
    public void line(String line) {
        lines.add(line);
    }

    /** Writes a value with its type. */
    public void value(String what, Object value) throws SQLException {
        lines.add(what + " = " + text(value));
    }

    /** Writes what a call gave, or the exception that it threw. */
    public void outcome(String what, Callable<?> call) {
        try {
            Object result = call.call();
            if (result instanceof ResultSet rows) {
                rows(what, rows);
            } else {
                value(what, result);
            }
        } catch (Exception e) {
            failure(what, e);
        }
    }

    /** Writes a result set's columns and remaining rows, and closes it. */
    public void rows(String what, ResultSet rows) throws SQLException {
        ResultSetMetaData columns = rows.getMetaData();
        StringBuilder line = new StringBuilder(what).append(" columns:");
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            line.append(' ').append(columns.getColumnLabel(i)).append('/').append(columns.getColumnTypeName(i));
            line.append('/').append(columns.getColumnClassName(i));
        }
        lines.add(line.toString());
        while (rows.next()) {
            line = new StringBuilder(what).append(" row ").append(rows.getRow()).append(':');
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                line.append(' ').append(text(rows.getObject(i)));
            }
            lines.add(line.toString());
        }
        rows.close();
    }

    private void failure(String what, Exception e) {
        StringBuilder line = new StringBuilder(what).append(" threw");
        for (Throwable t = e; t != null; t = t.getCause()) {
            line.append(' ').append(t.getClass().getName()).append(": ").append(t.getMessage());
            if (t instanceof SQLException sql) {
                line.append(" [").append(sql.getSQLState()).append(' ').append(sql.getErrorCode());
                line.append(sql.getNextException() == null ? "]" : ", next " + sql.getNextException() + "]");
            }
            if (t instanceof BatchUpdateException batch) {
                line.append(" counts ").append(Arrays.toString(batch.getUpdateCounts()));
                line.append(Arrays.toString(batch.getLargeUpdateCounts()));
            }
        }
        // MariaDB puts the connection's number first
        lines.add(line.toString().replaceAll("\\(conn=\\d+\\)", "(conn=N)"));
    }

    private static String text(Object value) throws SQLException {
        if (value == null) {
            return "null";
        }
        return switch (value.getClass().getSimpleName()) {
            case "byte[]" -> "byte[] " + HexFormat.of().formatHex((byte[]) value);
            case "int[]" -> "int[] " + Arrays.toString((int[]) value);
            case "long[]" -> "long[] " + Arrays.toString((long[]) value);
            case "Object[]", "String[]", "Integer[]" -> "Object[] " + Arrays.deepToString((Object[]) value);
            default -> ofObject(value);
        };
    }

    private static String ofObject(Object value) throws SQLException {
        if (value instanceof Clob clob) {
            return "Clob " + clob.getSubString(1, (int) clob.length());
        }
        if (value instanceof Blob blob) {
            return "Blob " + HexFormat.of().formatHex(read(blob));
        }
        if (value instanceof Array array) {
            return "Array of " + array.getBaseTypeName() + ' ' + Arrays.deepToString((Object[]) array.getArray());
        }
        return value.getClass().getName() + ' ' + value;
    }

    private static byte[] read(Blob blob) throws SQLException {
        try (var in = blob.getBinaryStream()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new SQLException(e);
        }
    }
}
