package dev.tollbooth.integration.tidb;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The database behind the replacement for TiDB, an H2 in MySQL's mode. */
final class Storage {
    private static final Pattern LIMIT = Pattern.compile("\\s+LIMIT\\s+\\S+\\s*$", Pattern.CASE_INSENSITIVE);

    private Storage() {}

    /** Returns a statement as the database behind understands it. */
    static String translated(String sql) {
        return StatementsSummary.redirected(sql).replaceFirst("(?i)SQL_CALC_FOUND_ROWS", "");
    }

    /** Returns the columns of a statement's rows; none if it has no rows. */
    static List<Column> columns(Connection behind, String sql) throws SQLException {
        try (PreparedStatement statement = behind.prepareStatement(translated(sql))) {
            ResultSetMetaData metaData = statement.getMetaData();
            return metaData == null ? List.of() : columns(metaData);
        }
    }

    static List<Column> columns(ResultSetMetaData metaData) throws SQLException {
        List<Column> columns = new ArrayList<>();
        for (int i = 1; i <= metaData.getColumnCount(); i++) {
            columns.add(Column.of(metaData.getColumnLabel(i), metaData.getColumnType(i)));
        }
        return columns;
    }

    static int parameters(Connection behind, String sql) throws SQLException {
        try (PreparedStatement statement = behind.prepareStatement(translated(sql))) {
            return statement.getParameterMetaData().getParameterCount();
        }
    }

    /** Returns the rows that a query would have without its limit. */
    static long countWithoutLimit(Connection behind, String sql) throws SQLException {
        String counted =
                "SELECT COUNT(*) FROM (" + LIMIT.matcher(translated(sql)).replaceFirst("") + ") AS counted";
        try (Statement statement = behind.createStatement();
                ResultSet rows = statement.executeQuery(counted)) {
            return rows.next() ? rows.getLong(1) : 0;
        }
    }

    /** Returns the key that a statement generated, 0 if none. */
    static long key(Statement statement) throws SQLException {
        try (ResultSet keys = statement.getGeneratedKeys()) {
            return keys.next() && keys.getObject(1) instanceof Number number ? number.longValue() : 0;
        }
    }
}
