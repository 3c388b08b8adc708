package dev.tollbooth.internal.postgres.catalog;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A table of FROM, or several in parentheses, with its join to the tables before it.
 *
 * @param alias the name that qualifies the table's columns
 * @param table returns the rows of a single table
 * @param lateral whether the rows depend on the row of the tables before
 * @param parts the tables in parentheses; empty for a single table
 * @param outer whether rows of the tables before stay if nothing matches them (LEFT JOIN)
 * @param on the join condition; null for all rows
 */
record Source(
        String alias,
        Table table,
        boolean lateral,
        List<Source> parts,
        boolean outer,
        @Nullable Expression on) {

    /** A function that returns the rows of a table. They may depend on the row of the tables before. */
    @FunctionalInterface
    interface Table {
        Relation rows(Scope before) throws PostgresException;
    }

    /** Returns all rows of {@code sources}, joined from left to right. */
    static List<Scope> join(List<Source> sources, Scope before) throws PostgresException {
        List<@Nullable Relation> known = new ArrayList<>();
        for (Source source : sources) {
            before.run.step();
            Relation rows = source.lateral || !source.parts.isEmpty() ? null : source.table.rows(before);
            // an inner join with an empty table is empty, however large the other tables are
            if (rows != null && rows.rows().isEmpty() && !source.outer) {
                return List.of();
            }
            known.add(rows);
        }
        List<Scope> rows = List.of(before);
        for (int i = 0; i < sources.size(); i++) {
            List<Scope> next = new ArrayList<>();
            for (Scope row : rows) {
                next.addAll(sources.get(i).join(row, known.get(i)));
            }
            rows = next;
        }
        return rows;
    }

    /** Returns {@code before}, joined with each matching row; with nulls if nothing matches an outer join. */
    private List<Scope> join(Scope before, @Nullable Relation known) throws PostgresException {
        List<Scope> joined = new ArrayList<>();
        if (parts.isEmpty()) {
            Relation relation = known == null ? table.rows(before) : known;
            for (Map<String, @Nullable Object> row : relation.rows()) {
                add(joined, before.with(alias, row));
            }
            if (joined.isEmpty() && outer) {
                joined.add(before.with(alias, nothing(relation, before)));
            }
            return joined;
        }
        for (Scope each : join(parts, before)) {
            add(joined, each);
        }
        if (joined.isEmpty() && outer) {
            Scope row = before;
            for (Source part : parts) {
                row = row.with(part.alias, nothing(part.table.rows(before), before));
            }
            joined.add(row);
        }
        return joined;
    }

    private void add(List<Scope> joined, Scope row) throws PostgresException {
        if (on == null || Values.isTrue(on.of(row))) {
            joined.add(row);
        }
    }

    private static Map<String, @Nullable Object> nothing(Relation relation, Scope before) throws PostgresException {
        Relation.holds(1, relation.names().size(), before.run);
        Map<String, @Nullable Object> nulls = new LinkedHashMap<>();
        for (String name : relation.names()) {
            nulls.put(name, null);
        }
        return nulls;
    }

    /** Adds all columns, or only those of the table {@code of}, in their order. */
    void columns(Scope row, @Nullable String of, List<Query.Column> columns) throws PostgresException {
        row.run.step();
        for (Source part : parts) {
            part.columns(row, of, columns);
        }
        if (parts.isEmpty() && (of == null || of.equals(alias))) {
            for (String name : table.rows(row).names()) {
                row.run.held(1);
                columns.add(new Query.Column(alias, name, null));
            }
        }
    }
}
