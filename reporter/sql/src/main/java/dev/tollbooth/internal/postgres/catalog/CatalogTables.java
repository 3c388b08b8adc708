package dev.tollbooth.internal.postgres.catalog;

import dev.tollbooth.internal.postgres.wire.PostgresType;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tables of PostgreSQL's catalog, with their columns and the columns' default values. */
final class CatalogTables {

    private static final String RESOURCE = "catalog-tables.txt";

    /** The tables, loaded by the first query. */
    private static final class Known {
        static final Map<String, List<Column>> TABLES = read();

        /** The types of columns by name. A name that has several types in different tables has the type TEXT here. */
        static final Map<String, PostgresType> TYPES = types(TABLES);
    }

    /**
     * A column.
     *
     * @param name the name
     * @param type the type of its values
     * @param value the default value
     */
    private record Column(
            String name, PostgresType type, @Nullable Object value) {}

    private CatalogTables() {}

    /** Returns the type of a column; TEXT if it is unknown. */
    static PostgresType typeOf(String column) {
        PostgresType type = Known.TYPES.get(column);
        return type == null ? PostgresType.VARCHAR : type;
    }

    /** Returns the names of a table's columns; empty if the table is unknown. */
    static List<String> names(String table) {
        List<String> names = new ArrayList<>();
        for (Column column : Known.TABLES.getOrDefault(table, List.of())) {
            names.add(column.name);
        }
        return names;
    }

    /**
     * Returns a row of a table. {@code values} has names and values in turn; other columns have their default values.
     */
    static Map<String, @Nullable Object> row(String table, Object... values) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        for (Column column : Known.TABLES.getOrDefault(table, List.of())) {
            row.put(column.name, column.value);
        }
        for (int i = 0; i < values.length; i += 2) {
            Object value = values[i + 1];
            row.put((String) values[i], value instanceof Integer number ? Long.valueOf(number) : value);
        }
        return row;
    }

    private static Map<String, List<Column>> read() {
        Map<String, List<Column>> tables = new HashMap<>();
        try (InputStream in = CatalogTables.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("resource not found: name=" + RESOURCE + "; the jar is damaged");
            }
            BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.startsWith("#")) {
                    String[] words = line.split(" ");
                    List<Column> columns = new ArrayList<>();
                    for (int i = 1; i < words.length; i++) {
                        columns.add(column(words[i]));
                    }
                    tables.put(words[0], List.copyOf(columns));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Map.copyOf(tables);
    }

    private static Column column(String word) {
        int equals = word.indexOf('=');
        String declared = equals < 0 ? word : word.substring(0, equals);
        String text = equals < 0 ? null : word.substring(equals + 1).replace('§', ' ');
        int colon = declared.indexOf(':');
        String name = colon < 0 ? declared : declared.substring(0, colon);
        PostgresType type = switch (colon < 0 ? ' ' : declared.charAt(colon + 1)) {
            case 'i' -> PostgresType.INT4;
            case 'l' -> PostgresType.INT8;
            case 'c' -> PostgresType.CHAR;
            case 'b' -> PostgresType.BOOL;
            default -> PostgresType.VARCHAR;
        };
        Object value = text == null || type == PostgresType.VARCHAR || type == PostgresType.CHAR
                ? text
                : type == PostgresType.BOOL ? (Object) text.equals("t") : Long.valueOf(text);
        return new Column(name, type, value);
    }

    private static Map<String, PostgresType> types(Map<String, List<Column>> tables) {
        Map<String, PostgresType> types = new HashMap<>();
        tables.values()
                .forEach(columns -> columns.forEach(column -> types.merge(
                        column.name, column.type, (one, other) -> one == other ? one : PostgresType.VARCHAR)));
        types.put("xmin", PostgresType.INT8);
        types.put("tableoid", PostgresType.INT4);
        return Map.copyOf(types);
    }
}
