package dev.tollbooth.internal.postgres.catalog;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The aggregate functions of the catalog. */
final class Aggregates {

    private static final Set<String> NAMES = Set.of(
            "count",
            "sum",
            "max",
            "min",
            "array_agg",
            "string_agg",
            "json_agg",
            "jsonb_agg",
            "bool_or",
            "bool_and",
            "every");

    private Aggregates() {}

    static boolean has(String name) {
        return NAMES.contains(name);
    }

    static Expression of(
            String name,
            List<Expression> arguments,
            boolean distinct,
            List<Query.Order> order,
            @Nullable Expression filter) {
        CatalogType type = name.equals("count") || name.equals("sum")
                ? CatalogType.LONG
                : name.equals("bool_or") || name.equals("bool_and") || name.equals("every")
                        ? CatalogType.BOOL
                        : CatalogType.TEXT;
        return Expression.of(type, row -> {
                    List<Scope> rows = new ArrayList<>();
                    for (Scope each : row.group) {
                        if (filter == null || Values.isTrue(filter.of(each))) {
                            rows.add(each);
                        }
                    }
                    sort(rows, order);
                    if (arguments.isEmpty()) {
                        return (long) rows.size();
                    }
                    return add(name, values(rows, arguments.get(0), distinct), row, arguments);
                })
                .named(name);
    }

    static void sort(List<Scope> rows, List<Query.Order> order) throws PostgresException {
        List<Scope> sorted = new ArrayList<>();
        for (Scope row : order.isEmpty() ? List.<Scope>of() : rows) {
            int at = sorted.size();
            while (at > 0 && CallParser.compare(row, sorted.get(at - 1), order) < 0) {
                row.answering.steps().step();
                at--;
            }
            sorted.add(at, row);
        }
        if (!order.isEmpty()) {
            rows.clear();
            rows.addAll(sorted);
        }
    }

    private static List<@Nullable Object> values(List<Scope> rows, Expression of, boolean distinct)
            throws PostgresException {
        List<@Nullable Object> values = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (Scope row : rows) {
            Object value = of.of(row);
            if (!distinct || seen.add(Values.key(Collections.singletonList(value), row.answering.steps()))) {
                values.add(value);
            }
        }
        return values;
    }

    private static @Nullable Object add(
            String name, List<@Nullable Object> values, Scope row, List<Expression> arguments)
            throws PostgresException {
        List<Object> known = Functions.known(values);
        switch (name) {
            case "count" -> {
                return (long) known.size();
            }
            case "array_agg", "json_agg", "jsonb_agg" -> {
                return values.isEmpty() ? null : row.answering.steps().made(values);
            }
            case "bool_or" -> {
                return known.isEmpty() ? null : known.stream().anyMatch(Values::isTrue);
            }
            case "bool_and", "every" -> {
                return known.isEmpty() ? null : known.stream().allMatch(Values::isTrue);
            }
            case "string_agg" -> {
                Object separator = arguments.size() > 1 ? arguments.get(1).of(row) : "";
                return known.isEmpty() ? null : Functions.joined(known, separator, row.answering.steps());
            }
            case "sum" -> {
                return known.isEmpty()
                        ? null
                        : known.stream().mapToLong(each -> number(each)).sum();
            }
            default -> {
                return Functions.most(values, name.equals("max"), row.answering.steps());
            }
        }
    }

    private static long number(Object value) {
        Long number = Values.number(value);
        return number == null ? 0 : number;
    }
}
