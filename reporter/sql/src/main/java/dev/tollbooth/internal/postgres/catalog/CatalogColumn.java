package dev.tollbooth.internal.postgres.catalog;

import dev.tollbooth.internal.postgres.wire.PostgresType;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * A column of a live table.
 *
 * @param table the table's name
 * @param name the column's name
 * @param number counted from 1
 * @param type its type's name in SQL
 * @param length of a text; digits of a number times 65536, and those behind the point; 0 where it has none
 */
public record CatalogColumn(String table, String name, int number, String type, int length) {

    private static final String SELECT = "SELECT table_name, column_name, ordinal_position, data_type,"
            + " coalesce(character_maximum_length,"
            + " CASE data_type WHEN 'numeric' THEN numeric_precision * 65536 + numeric_scale END, 0)"
            + " FROM information_schema.columns WHERE table_schema = 'performance_schema' ORDER BY 1, 3";

    /** Reads those of all tables. */
    public static List<CatalogColumn> read(Connection connection) throws SQLException {
        List<CatalogColumn> columns = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(SELECT)) {
            while (rows.next()) {
                columns.add(new CatalogColumn(
                        rows.getString(1), rows.getString(2), rows.getInt(3), rows.getString(4), rows.getInt(5)));
            }
        }
        return columns;
    }

    /** Returns the type as results show it. */
    PostgresType shown() {
        return switch (type) {
            case "bigint" -> PostgresType.INT8;
            case "integer" -> PostgresType.INT4;
            case "smallint" -> PostgresType.INT2;
            case "boolean" -> PostgresType.BOOL;
            case "double precision" -> PostgresType.FLOAT8;
            case "real" -> PostgresType.FLOAT4;
            case "numeric" -> PostgresType.NUMERIC;
            case "timestamp" -> PostgresType.TIMESTAMP;
            case "timestamp with time zone" -> PostgresType.TIMESTAMPTZ;
            case "date" -> PostgresType.DATE;
            default -> PostgresType.VARCHAR;
        };
    }

    /** Returns what PostgreSQL adds to a type for its length, -1 where it has none. */
    int modifier() {
        return length == 0 ? -1 : length + 4;
    }
}
