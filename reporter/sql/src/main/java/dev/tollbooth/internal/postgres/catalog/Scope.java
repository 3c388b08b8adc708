package dev.tollbooth.internal.postgres.catalog;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One row of the tables of a query, within the row of the query around it. Not thread-safe. */
final class Scope {

    final Answering answering;
    private final @Nullable Scope outer;
    private final Map<String, Map<String, @Nullable Object>> tables;

    /** All rows of the query, for what counts among them. */
    List<Scope> siblings = List.of();

    /** The rows that are one by GROUP BY, for what adds up. */
    List<Scope> group = List.of();

    Scope(Answering answering, @Nullable Scope outer) {
        this(answering, outer, Map.of());
    }

    private Scope(Answering answering, @Nullable Scope outer, Map<String, Map<String, @Nullable Object>> tables) {
        this.answering = answering;
        this.outer = outer;
        this.tables = tables;
    }

    /** Returns this row with that of one more table. */
    Scope with(String alias, Map<String, @Nullable Object> row) throws PostgresException {
        answering.steps().row();
        Map<String, Map<String, @Nullable Object>> more = new LinkedHashMap<>(tables);
        more.put(alias, row);
        return new Scope(answering, outer, more);
    }

    /** Returns a column, null where there is none: what PostgreSQL has and this catalog has not is not known. */
    @Nullable
    Object get(@Nullable String table, String column) {
        if (table != null) {
            Map<String, @Nullable Object> row = tables.get(table);
            if (row != null) {
                return row.get(column);
            }
        } else {
            for (Map<String, @Nullable Object> row : tables.values()) {
                if (row.containsKey(column)) {
                    return row.get(column);
                }
            }
            Map<String, @Nullable Object> whole = tables.get(column);
            if (whole != null && whole.size() == 1) {
                return whole.values().iterator().next(); // a function's only column is called as it is
            }
        }
        return outer == null ? null : outer.get(table, column);
    }
}
