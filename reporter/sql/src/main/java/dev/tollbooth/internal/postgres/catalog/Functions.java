package dev.tollbooth.internal.postgres.catalog;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The scalar functions of the catalog. An unknown function returns null, so a client gets no value and continues. */
final class Functions {

    private static final Set<String> NUMBERS = Set.of(
            "length",
            "char_length",
            "array_length",
            "array_upper",
            "array_lower",
            "cardinality",
            "oid",
            "pg_backend_pid");
    private static final Set<String> SIZES = Set.of(
            "pg_relation_size",
            "pg_table_size",
            "pg_indexes_size",
            "pg_total_relation_size",
            "pg_database_size",
            "pg_tablespace_size",
            "age",
            "pg_my_temp_schema",
            "txid_current",
            "pg_current_xact_id");

    /** The functions about the server, the session or its objects. A query that calls them needs no table. */
    private static final Set<String> OF_CATALOG = Set.of(
            "version",
            "current_setting",
            "current_schemas",
            "format_type",
            "to_regclass",
            "to_regtype",
            "obj_description",
            "col_description",
            "shobj_description",
            "pg_advisory_unlock_all",
            "pg_backend_pid",
            "pg_encoding_to_char",
            "pg_get_keywords",
            "pg_get_userbyid",
            "pg_postmaster_start_time",
            "pg_size_pretty");

    private static final Set<String> OTHERS = Set.of(
            "current_database",
            "current_catalog",
            "current_schema",
            "current_user",
            "session_user",
            "user",
            "current_role",
            "quote_ident",
            "coalesce",
            "greatest",
            "least",
            "concat",
            "nullif",
            "quote_literal",
            "lower",
            "upper",
            "trim",
            "btrim",
            "left",
            "right",
            "substring",
            "substr",
            "replace",
            "string_to_array",
            "parse_ident",
            "array_to_string",
            "array_position",
            "unnest",
            "generate_series");

    private Functions() {}

    /** Returns whether the function is one of PostgreSQL's catalog, not of SQL in general. */
    static boolean isOfCatalog(String name) {
        return OF_CATALOG.contains(name) || SIZES.contains(name) || isBoolean(name);
    }

    /** Returns whether a function is implemented; a call of any other function returns null. */
    static boolean isKnown(String name) {
        return isOfCatalog(name)
                || OTHERS.contains(name)
                || NUMBERS.contains(name)
                || SIZES.contains(name)
                || Aggregates.has(name);
    }

    /** Returns an expression that calls the function {@code name}. It evaluates all arguments before the call. */
    static Expression call(String name, List<Expression> arguments) {
        CatalogType type = isBoolean(name)
                ? CatalogType.BOOL
                : NUMBERS.contains(name) ? CatalogType.INT : SIZES.contains(name) ? CatalogType.LONG : CatalogType.TEXT;
        boolean first =
                name.equals("coalesce") || name.equals("nullif") || name.equals("greatest") || name.equals("least");
        return new Expression(
                name,
                () -> first && !arguments.isEmpty() ? arguments.get(0).type().get() : type,
                row -> {
                    row.answering.steps().step();
                    List<@Nullable Object> values = new ArrayList<>();
                    for (Expression argument : arguments) {
                        values.add(argument.of(row));
                    }
                    return value(name, values, row.answering);
                });
    }

    private static boolean isBoolean(String name) {
        return name.startsWith("has_")
                || name.endsWith("_is_visible")
                || name.equals("pg_is_in_recovery")
                || name.equals("pg_relation_is_publishable")
                || name.equals("pg_is_other_temp_schema")
                || name.equals("pg_has_role");
    }

    private static @Nullable Object value(String name, List<@Nullable Object> values, Answering answering)
            throws PostgresException {
        Catalog catalog = answering.catalog();
        if (isBoolean(name)) {
            return name.startsWith("has_") || name.endsWith("_is_visible");
        }
        if (SIZES.contains(name)) {
            return 0L;
        }
        return switch (name) {
            case "version" -> catalog.setting("version");
            case "current_database", "current_catalog" -> Catalog.SCHEMA;
            case "current_schema" -> Catalog.SCHEMA;
            case "current_schemas" -> List.of("pg_catalog", Catalog.SCHEMA);
            case "current_user", "session_user", "user", "current_role" -> catalog.user();
            case "pg_backend_pid" -> 1L;
            case "current_timestamp" -> Instant.now().toString();
            case "current_date" -> LocalDate.now(ZoneOffset.UTC).toString();
            case "pg_get_userbyid" -> Catalog.OWNER;
            case "pg_encoding_to_char" -> "UTF8";
            case "pg_advisory_unlock_all" -> "";
            case "coalesce" -> first(values);
            case "greatest", "least" -> most(values, name.equals("greatest"), answering.steps());
            case "concat" -> joined(known(values), "", answering.steps());
            default -> ofArguments(name, values, answering);
        };
    }

    /** Evaluates the functions that return null if their first argument is null. */
    private static @Nullable Object ofArguments(String name, List<@Nullable Object> values, Answering answering)
            throws PostgresException {
        Object first = values.isEmpty() ? null : values.get(0);
        Object second = values.size() > 1 ? values.get(1) : null;
        if (first == null) {
            return null;
        }
        Steps steps = answering.steps();
        String text = Values.text(first, steps);
        return switch (name) {
            case "nullif" -> second != null && Values.compare(first, second, steps) == 0 ? null : first;
            case "format_type" -> answering.catalog().typeName(first, second, steps);
            case "to_regtype" -> answering.catalog().named("regtype", first, steps);
            case "to_regclass" -> answering.catalog().named("regclass", first, steps);
            case "current_setting" -> answering.catalog().setting(text);
            case "set_config" -> second;
            case "quote_ident" -> Values.quotedName(text, steps);
            case "quote_literal" -> steps.made('\'' + text.replace("'", "''") + '\'');
            case "pg_size_pretty" -> steps.made(text + " bytes");
            case "lower" -> steps.made(text.toLowerCase(Locale.ROOT));
            case "upper" -> steps.made(text.toUpperCase(Locale.ROOT));
            case "trim", "btrim" -> steps.made(text.strip());
            case "length", "char_length" -> (long) text.length();
            case "left", "right", "substring", "substr" -> steps.made(part(name, text, values));
            case "replace" -> replaced(text, values, steps);
            default -> ofLists(name, text, first, second, steps);
        };
    }

    private static @Nullable Object ofLists(
            String name, String text, Object first, @Nullable Object second, Steps steps) throws PostgresException {
        List<@Nullable Object> list = Values.list(first, steps);
        return switch (name) {
            case "string_to_array" ->
                second == null ? null : steps.made(Values.parts(text, Values.text(second, steps), steps));
            case "parse_ident" -> steps.made(Values.parts(text.replace("\"", ""), ".", steps));
            case "array_to_string" -> list == null ? null : joined(known(list), second, steps);
            case "array_length", "array_upper", "cardinality" ->
                list == null || list.isEmpty() ? null : (long) list.size();
            case "array_lower" -> list == null || list.isEmpty() ? null : 1L;
            case "array_position" -> list == null ? null : position(list, second, steps);
            case "unnest", "_pg_expandarray", "generate_subscripts" ->
                list == null || list.isEmpty() ? null : list.get(0);
            default -> null;
        };
    }

    private static @Nullable Long position(List<@Nullable Object> list, @Nullable Object of, Steps steps)
            throws PostgresException {
        for (int i = 0; i < list.size(); i++) {
            steps.step();
            if (Values.order(list.get(i), of, steps) == 0) {
                return i + 1L;
            }
        }
        return null;
    }

    static List<Object> known(List<@Nullable Object> values) {
        List<Object> known = new ArrayList<>();
        for (Object value : values) {
            if (value != null) {
                known.add(value);
            }
        }
        return known;
    }

    static String joined(List<Object> values, @Nullable Object separator, Steps steps) throws PostgresException {
        StringBuilder all = new StringBuilder();
        String before = "";
        for (Object value : values) {
            String text = Values.text(value, steps);
            steps.making((long) before.length() + text.length());
            all.append(before).append(text);
            steps.bounded(all);
            before = separator == null ? "" : Values.text(separator, steps);
        }
        return all.toString();
    }

    private static @Nullable Object first(List<@Nullable Object> values) {
        List<Object> known = known(values);
        return known.isEmpty() ? null : known.get(0);
    }

    static @Nullable Object most(List<@Nullable Object> values, boolean greatest, Steps steps)
            throws PostgresException {
        Object most = null;
        for (Object value : known(values)) {
            boolean more = most == null || (Values.compare(value, most, steps) > 0) == greatest;
            most = more ? value : most;
        }
        return most;
    }

    private static String part(String name, String text, List<@Nullable Object> values) {
        Long from = values.size() > 1 ? Values.number(values.get(1)) : null;
        Long count = values.size() > 2 ? Values.number(values.get(2)) : null;
        long start = from == null ? 1 : from;
        int length = text.length();
        int begin = (int) Math.max(0, Math.min(length, start - 1));
        return switch (name) {
            case "left" -> text.substring(0, (int) Math.max(0, Math.min(length, start)));
            case "right" -> text.substring((int) Math.max(0, Math.min(length, length - start)));
            default ->
                text.substring(begin, (int) Math.max(begin, Math.min(length, count == null ? length : begin + count)));
        };
    }

    private static @Nullable Object replaced(String text, List<@Nullable Object> values, Steps steps)
            throws PostgresException {
        Object what = values.size() > 1 ? values.get(1) : null;
        Object by = values.size() > 2 ? values.get(2) : null;
        if (what == null || by == null) {
            return null;
        }
        List<Object> parts = new ArrayList<>(Values.parts(text, Values.text(what, steps), steps));
        return joined(parts, by, steps);
    }
}
