package dev.tollbooth.internal.postgres.catalog;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One row of a query's tables, within the row of the outer query. Not thread-safe. */
final class Scope {

    private static final int TABLES_OF_A_STEP = 16;

    final Evaluation run;
    private final @Nullable Scope outer;
    private final @Nullable Scope before; // the same row without its last table
    private final String alias;
    private final Map<String, @Nullable Object> row;

    /** All rows of the query, for window functions. */
    List<Scope> siblings = List.of();

    /** The rows of the same group, for aggregates. */
    List<Scope> group = List.of();

    Scope(Evaluation run, @Nullable Scope outer) {
        this(run, outer, null, "", Map.of());
    }

    private Scope(
            Evaluation run,
            @Nullable Scope outer,
            @Nullable Scope before,
            String alias,
            Map<String, @Nullable Object> row) {
        this.run = run;
        this.outer = outer;
        this.before = before;
        this.alias = alias;
        this.row = row;
    }

    /** Returns this row, extended by a row of the table {@code name}. */
    Scope with(String name, Map<String, @Nullable Object> values) throws PostgresException {
        run.row();
        return new Scope(run, outer, this, name, values);
    }

    /** Returns the value of a column; null if the column is unknown. A null {@code table} means any table. */
    @Nullable
    Object get(@Nullable String table, String column) throws PostgresException {
        Scope found = null;
        Scope whole = null;
        int tables = 0;
        for (Scope each = this; each != null; each = each.before) {
            tables++;
            if (table != null && each.alias.equals(table)) {
                run.steps(tables / TABLES_OF_A_STEP);
                return each.row.get(column);
            }
            found = table == null && each.row.containsKey(column) ? each : found; // the first table's column
            whole = table == null && each.alias.equals(column) && each.row.size() == 1 ? each : whole;
        }
        run.steps(tables / TABLES_OF_A_STEP);
        if (found != null) {
            return found.row.get(column);
        }
        if (whole != null) {
            return whole.row.values().iterator().next(); // the only column of a function has the function's name
        }
        return outer == null ? null : outer.get(table, column);
    }
}
