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
 * @param number the position, from 1
 * @param type the name of the column's type in SQL
 * @param length the length of a text; for a number, digits times 65536 plus decimals; 0 if there is no length
 */
public record CatalogColumn(String table, String name, int number, String type, int length) {

    private static final String SELECT = "SELECT table_name, column_name, ordinal_position, data_type,"
            + " coalesce(character_maximum_length,"
            + " CASE data_type WHEN 'numeric' THEN numeric_precision * 65536 + numeric_scale END, 0)"
            + " FROM information_schema.columns WHERE table_schema = 'performance_schema' ORDER BY 1, 3";

    /** Reads the columns of all tables. */
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

    /** Returns the column's type in results. */
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

    /** Returns PostgreSQL's type modifier for the length; -1 if there is none. */
    int modifier() {
        return length == 0 ? -1 : length + 4;
    }
}
