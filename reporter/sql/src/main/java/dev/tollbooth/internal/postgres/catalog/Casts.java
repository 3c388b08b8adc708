package dev.tollbooth.internal.postgres.catalog;

import java.util.Set;

/** Casts of values to types. Some look up an object by its name or number. */
final class Casts {

    private static final Set<String> NUMBERS =
            Set.of("int", "integer", "int4", "int2", "smallint", "oid", "xid", "regrole", "regnamespace");
    private static final Set<String> LARGE = Set.of("bigint", "int8");

    private Casts() {}

    static Expression to(String type, Expression inner) {
        if (type.endsWith("[]") || type.equals("oidvector") || type.equals("int2vector")) {
            return Expression.of(CatalogType.TEXT, row -> Values.list(inner.of(row), row.answering.steps()))
                    .named(inner.name());
        }
        if (NUMBERS.contains(type) || LARGE.contains(type)) {
            CatalogType shown = LARGE.contains(type) ? CatalogType.LONG : CatalogType.INT;
            return Expression.of(shown, row -> {
                        Object value = inner.of(row);
                        return value instanceof ObjectName name ? name.oid() : Values.number(value);
                    })
                    .named(inner.name());
        }
        return switch (type) {
            case "bool", "boolean" ->
                Expression.of(CatalogType.BOOL, row -> Values.truth(inner.of(row)))
                        .named(inner.name());
            case "regclass", "regtype", "regproc", "regprocedure" ->
                Expression.of(CatalogType.TEXT, row -> {
                            Object value = inner.of(row);
                            return value == null
                                    ? null
                                    : row.answering.catalog().named(type, value, row.answering.steps());
                        })
                        .named(inner.name());
            default ->
                Expression.of(CatalogType.TEXT, row -> {
                            Object value = inner.of(row);
                            return value == null ? null : Values.text(value, row.answering.steps());
                        })
                        .named(inner.name());
        };
    }
}
