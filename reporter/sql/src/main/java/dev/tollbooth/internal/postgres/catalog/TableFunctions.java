package dev.tollbooth.internal.postgres.catalog;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The functions that a query may call in the place of a table. */
final class TableFunctions {

    /** The keywords of this port beyond SQL:2003. */
    private static final List<String> KEYWORDS = List.of("explain", "ilike", "limit", "offset", "truncate");

    private static final int MOST_OF_SERIES = 10_000;

    private TableFunctions() {}

    static Source.Table of(String name, List<Expression> arguments) {
        return switch (name) {
            case "generate_series" -> before -> Relation.of(name, series(arguments, before), before.answering.steps());
            case "unnest" ->
                before -> {
                    Steps steps = before.answering.steps();
                    List<@Nullable Object> list = arguments.isEmpty()
                            ? null
                            : Values.list(arguments.get(0).of(before), steps);
                    return Relation.of(name, list == null ? List.of() : list, steps);
                };
            case "pg_get_keywords" -> before -> Relation.of("word", KEYWORDS, before.answering.steps());
            case "pg_ls_dir", "generate_subscripts", "aclexplode", "_pg_expandarray" ->
                before -> new Relation(List.of(name), List.of());
            default -> {
                Expression call = Functions.call(name, arguments);
                yield before -> {
                    List<@Nullable Object> only = new ArrayList<>();
                    only.add(call.of(before));
                    return Relation.of(name, only, before.answering.steps());
                };
            }
        };
    }

    private static List<Long> series(List<Expression> arguments, Scope before) throws PostgresException {
        Long from = arguments.isEmpty() ? null : Values.number(arguments.get(0).of(before));
        Long until =
                arguments.size() < 2 ? null : Values.number(arguments.get(1).of(before));
        List<Long> numbers = new ArrayList<>();
        if (from != null && until != null) {
            for (long number = from; number <= until && numbers.size() < MOST_OF_SERIES; number++) {
                before.answering.steps().step();
                numbers.add(number);
            }
        }
        return numbers;
    }
}
