package dev.tollbooth.internal.postgres.catalog;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a table or of a query.
 *
 * @param names the names of the columns, in order
 * @param rows the values by column, in the order of {@code names}; columns with equal names share one value
 */
record Relation(List<String> names, List<Map<String, @Nullable Object>> rows) {

    private static final int OBJECTS_OF_A_ROW = 3;

    /** Returns a relation with one column of these values. */
    static Relation of(String name, List<?> values, Evaluation run) throws PostgresException {
        holds(values.size(), 1, run);
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        for (Object value : values) {
            Map<String, @Nullable Object> row = new LinkedHashMap<>();
            row.put(name, value);
            rows.add(row);
        }
        return new Relation(List.of(name), rows);
    }

    /** Counts the memory of rows that are about to be made. */
    static void holds(int rows, int columns, Evaluation run) throws PostgresException {
        run.held((long) rows * (OBJECTS_OF_A_ROW + columns));
    }

    /** Returns this relation with {@code others} as the names of its first columns. */
    Relation renamed(List<String> others, Evaluation run) throws PostgresException {
        if (others.isEmpty()) {
            return this;
        }
        holds(rows.size(), names.size(), run);
        List<String> renamed = new ArrayList<>(names);
        for (int i = 0; i < Math.min(others.size(), names.size()); i++) {
            renamed.set(i, others.get(i));
        }
        List<Map<String, @Nullable Object>> all = new ArrayList<>();
        for (Map<String, @Nullable Object> row : rows) {
            Map<String, @Nullable Object> other = new LinkedHashMap<>();
            for (int i = 0; i < names.size(); i++) {
                other.put(renamed.get(i), row.get(names.get(i)));
            }
            all.add(other);
        }
        return new Relation(renamed, all);
    }
}
