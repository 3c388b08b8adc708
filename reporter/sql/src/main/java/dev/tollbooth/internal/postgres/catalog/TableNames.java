package dev.tollbooth.internal.postgres.catalog;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tables and functions of a query, which decide whether the catalog or H2 answers the query. Not thread-safe. */
final class TableNames {

    private static final String INFORMATION = "information_schema";

    /** The keywords of this port beyond SQL:2003. */
    private static final List<String> KEYWORDS = List.of("explain", "ilike", "limit", "offset", "truncate");

    private static final int MOST_OF_SERIES = 10_000;

    private final Set<String> defined = new HashSet<>();
    private final Set<String> read = new LinkedHashSet<>();
    private boolean live;
    private boolean asked;
    private boolean quoted;
    private boolean unknown;
    private boolean asTable;

    /** Records a called function. */
    void call(String name) {
        asked |= Functions.isOfCatalog(name);
        quoted |= name.equals("quote_ident"); // completion in clients asks for the names of tables this way
        unknown |= !Functions.isKnown(name);
    }

    /** Returns the rows of a function in the place of a table. Without arguments, H2 has no such function. */
    Source.Table function(String name, List<Expression> arguments) {
        call(name);
        asTable |= arguments.isEmpty();
        return rows(name, arguments);
    }

    private static Source.Table rows(String name, List<Expression> arguments) {
        return switch (name) {
            case "generate_series" -> before -> Relation.of(name, series(arguments, before), before.run);
            case "unnest" ->
                before -> {
                    Evaluation run = before.run;
                    List<@Nullable Object> list = arguments.isEmpty()
                            ? null
                            : Values.list(arguments.get(0).of(before), run);
                    return Relation.of(name, list == null ? List.of() : list, run);
                };
            case "pg_get_keywords" -> before -> Relation.of("word", KEYWORDS, before.run);
            case "pg_ls_dir", "generate_subscripts", "aclexplode", "_pg_expandarray" ->
                before -> new Relation(List.of(name), List.of());
            default -> {
                Expression call = Functions.call(name, arguments);
                yield before -> {
                    List<@Nullable Object> only = new ArrayList<>();
                    only.add(call.of(before));
                    return Relation.of(name, only, before.run);
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
                before.run.step();
                numbers.add(number);
            }
        }
        return numbers;
    }

    /**
     * Returns whether the catalog can answer the query if H2 can't. Such a query reads no live table and calls only
     * known functions. It calls a function of the catalog, or it reads a table and calls {@code quote_ident}.
     */
    boolean isAsked() {
        return !live && !unknown && (asked || (quoted && !read.isEmpty()));
    }

    /** Records a name that WITH defines. */
    void define(String name) {
        defined.add(name);
    }

    /** Returns the source of the rows of a table. */
    Source.Table of(String schema, String name) {
        if (schema.isEmpty() && defined.contains(name)) {
            return before -> {
                Relation rows = before.run.expressions.get(name);
                return rows == null ? new Relation(List.of(name), List.of()) : rows;
            };
        }
        // H2 has further tables there, about H2 itself
        boolean ofInformation = schema.equals(INFORMATION)
                && !CatalogTables.names(INFORMATION + '.' + name).isEmpty();
        boolean ofCatalog = schema.equals("pg_catalog") || (schema.isEmpty() && name.startsWith("pg_"));
        live |= !ofInformation && !ofCatalog;
        String whole = ofInformation ? INFORMATION + '.' + name : name;
        read.add(whole);
        return before -> before.run.catalog.table(whole);
    }

    /** Returns whether the query reads something that only the catalog has, and no live table. */
    boolean isCatalog() {
        return !live && ((asTable && !unknown) || read.stream().anyMatch(name -> !isServedByH2(name)));
    }

    private static boolean isServedByH2(String name) {
        return name.equals(INFORMATION + ".tables") || name.equals(INFORMATION + ".columns");
    }
}
