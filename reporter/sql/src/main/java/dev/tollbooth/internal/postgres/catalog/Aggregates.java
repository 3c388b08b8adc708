package dev.tollbooth.internal.postgres.catalog;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import dev.tollbooth.internal.postgres.wire.PostgresType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The functions over several rows: aggregates and window functions. */
final class Aggregates {

    private static final Set<String> NAMES =
            Set.of("count sum max min array_agg string_agg json_agg jsonb_agg bool_or bool_and every".split(" "));

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
        PostgresType type = name.equals("count") || name.equals("sum")
                ? PostgresType.INT8
                : name.equals("bool_or") || name.equals("bool_and") || name.equals("every")
                        ? PostgresType.BOOL
                        : PostgresType.VARCHAR;
        return Expression.of(type, row -> {
                    List<Scope> group = new ArrayList<>();
                    for (Scope each : row.group) {
                        if (filter == null || Values.isTrue(filter.of(each))) {
                            group.add(each);
                        }
                    }
                    List<Scope> rows = order.isEmpty()
                            ? group
                            : Query.sorted(group, (one, other) -> compare(one, other, order), row.run);
                    if (arguments.isEmpty()) {
                        return (long) rows.size();
                    }
                    return add(name, values(rows, arguments.get(0), distinct), row, arguments);
                })
                .named(name);
    }

    /** Returns a window function. Only {@code row_number} has a value; others are null. */
    static Expression over(String name, List<Expression> partition, List<Query.Order> order) {
        return Expression.of(
                        PostgresType.INT4, row -> name.equals("row_number") ? rowNumber(row, partition, order) : null)
                .named(name);
    }

    private static @Nullable Object rowNumber(Scope row, List<Expression> partition, List<Query.Order> order)
            throws PostgresException {
        long number = 0;
        for (Scope other : row.siblings) {
            row.run.step();
            if (isOne(other, row, partition) && compare(other, row, order) <= 0) {
                number++;
            }
        }
        return number;
    }

    private static boolean isOne(Scope left, Scope right, List<Expression> by) throws PostgresException {
        for (Expression each : by) {
            if (Values.order(each.of(left), each.of(right), left.run) != 0) {
                return false;
            }
        }
        return true;
    }

    private static int compare(Scope one, Scope other, List<Query.Order> order) throws PostgresException {
        for (Query.Order each : order) {
            Expression by = each.expression();
            int compared = Values.order(by.of(one), by.of(other), one.run);
            if (compared != 0) {
                return each.descending() ? -compared : compared;
            }
        }
        return 0;
    }

    private static List<@Nullable Object> values(List<Scope> rows, Expression of, boolean distinct)
            throws PostgresException {
        List<@Nullable Object> values = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (Scope row : rows) {
            Object value = of.of(row);
            if (!distinct || seen.add(Values.key(Collections.singletonList(value), row.run))) {
                values.add(value);
            }
        }
        return values;
    }

    private static @Nullable Object add(
            String name, List<@Nullable Object> values, Scope row, List<Expression> arguments)
            throws PostgresException {
        List<Object> known = Functions.known(values);
        if (name.equals("count")) {
            return (long) known.size();
        }
        if (known.isEmpty() && !name.endsWith("_agg")) {
            return null;
        }
        return switch (name) {
            case "array_agg", "json_agg", "jsonb_agg" -> values.isEmpty() ? null : row.run.made(values);
            case "string_agg" -> {
                Object separator = arguments.size() > 1 ? arguments.get(1).of(row) : "";
                yield known.isEmpty() ? null : Functions.joined(known, separator, row.run);
            }
            case "bool_or" -> known.stream().anyMatch(Values::isTrue);
            case "bool_and", "every" -> known.stream().allMatch(Values::isTrue);
            case "sum" -> known.stream().mapToLong(Aggregates::number).sum();
            default -> Functions.most(values, name.equals("max"), row.run);
        };
    }

    private static long number(Object value) {
        Long number = Values.number(value);
        return number == null ? 0 : number;
    }
}
