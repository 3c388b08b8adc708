package dev.tollbooth.internal.postgres.catalog;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import dev.tollbooth.internal.postgres.wire.PostgresType;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The scalar functions of the catalog, and casts. An unknown function returns null, so a client gets no value and
 * continues.
 */
final class Functions {

    private static final Set<String> NUMBERS =
            words("length char_length array_length array_upper array_lower cardinality oid" + " pg_backend_pid");
    private static final Set<String> SIZES =
            words("pg_relation_size pg_table_size pg_indexes_size pg_total_relation_size"
                    + " pg_database_size pg_tablespace_size age pg_my_temp_schema txid_current"
                    + " pg_current_xact_id");

    /** The functions about the server, the session or its objects. A query that calls them needs no table. */
    private static final Set<String> OF_CATALOG =
            words("version current_setting current_schemas format_type to_regclass to_regtype"
                    + " obj_description col_description shobj_description pg_advisory_unlock_all"
                    + " pg_backend_pid pg_encoding_to_char pg_get_keywords pg_get_userbyid"
                    + " pg_postmaster_start_time pg_size_pretty");

    private static final Set<String> OTHERS =
            words("current_database current_catalog current_schema current_user session_user user"
                    + " current_role quote_ident coalesce greatest least concat nullif quote_literal lower"
                    + " upper trim btrim left right substring substr replace string_to_array parse_ident"
                    + " array_to_string array_position unnest generate_series");

    private static final Set<String> FIRST_TYPED = words("coalesce nullif greatest least");
    private static final Set<String> NUMBER_TYPES =
            words("int integer int4 int2 smallint oid xid regrole regnamespace");
    private static final Set<String> LARGE_TYPES = words("bigint int8");
    private static final Set<String> BOOL_TYPES = words("bool boolean");

    private Functions() {}

    private static Set<String> words(String all) {
        return Set.of(all.split(" "));
    }

    /** Returns whether the function is one of PostgreSQL's catalog, not of SQL in general. */
    static boolean isOfCatalog(String name) {
        return OF_CATALOG.contains(name) || SIZES.contains(name) || isBoolean(name);
    }

    /** Returns whether a function is implemented; a call of any other function returns null. */
    static boolean isKnown(String name) {
        return isOfCatalog(name) || OTHERS.contains(name) || NUMBERS.contains(name) || Aggregates.has(name);
    }

    /** Returns an expression that calls the function {@code name}. It evaluates all arguments before the call. */
    static Expression call(String name, List<Expression> arguments) {
        PostgresType type = isBoolean(name)
                ? PostgresType.BOOL
                : NUMBERS.contains(name)
                        ? PostgresType.INT4
                        : SIZES.contains(name) ? PostgresType.INT8 : PostgresType.VARCHAR;
        return new Expression(
                name,
                () -> FIRST_TYPED.contains(name) && !arguments.isEmpty()
                        ? arguments.get(0).type().get()
                        : type,
                row -> {
                    row.run.step();
                    List<@Nullable Object> values = new ArrayList<>();
                    for (Expression argument : arguments) {
                        values.add(argument.of(row));
                    }
                    return value(name, values, row.run);
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

    /** Returns a cast to {@code type}. Some casts look up an object by its name or number. */
    static Expression cast(String type, Expression inner) {
        PostgresType cast = LARGE_TYPES.contains(type)
                ? PostgresType.INT8
                : NUMBER_TYPES.contains(type)
                        ? PostgresType.INT4
                        : BOOL_TYPES.contains(type) ? PostgresType.BOOL : PostgresType.VARCHAR;
        return new Expression(inner.name(), () -> cast, row -> {
            Object value = inner.of(row);
            return value == null ? null : cast(type, cast, value, row.run);
        });
    }

    private static @Nullable Object cast(String type, PostgresType cast, Object value, Evaluation run)
            throws PostgresException {
        if (type.endsWith("[]") || type.equals("oidvector") || type.equals("int2vector")) {
            return Values.list(value, run);
        }
        return switch (cast) {
            case INT4, INT8 -> Values.number(value);
            case BOOL -> Values.truth(value);
            default ->
                type.matches("reg(class|type|proc|procedure)")
                        ? run.catalog.named(type, value, run)
                        : Values.text(value, run);
        };
    }

    private static @Nullable Object value(String name, List<@Nullable Object> values, Evaluation run)
            throws PostgresException {
        Catalog catalog = run.catalog;
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
            case "greatest", "least" -> most(values, name.equals("greatest"), run);
            case "concat" -> joined(known(values), "", run);
            default -> ofArguments(name, values, run);
        };
    }

    /** Evaluates the functions that return null if their first argument is null. */
    private static @Nullable Object ofArguments(String name, List<@Nullable Object> values, Evaluation run)
            throws PostgresException {
        Object first = values.isEmpty() ? null : values.get(0);
        Object second = values.size() > 1 ? values.get(1) : null;
        if (first == null) {
            return null;
        }
        String text = Values.text(first, run);
        return switch (name) {
            case "nullif" -> second != null && Values.compare(first, second, run) == 0 ? null : first;
            case "format_type" -> run.catalog.typeName(first, second, run);
            case "to_regtype" -> run.catalog.named("regtype", first, run);
            case "to_regclass" -> run.catalog.named("regclass", first, run);
            case "current_setting" -> run.catalog.setting(text);
            case "set_config" -> second;
            case "quote_ident" -> Values.quotedName(text, run);
            case "quote_literal" -> run.made('\'' + text.replace("'", "''") + '\'');
            case "pg_size_pretty" -> run.made(text + " bytes");
            case "lower" -> run.made(text.toLowerCase(Locale.ROOT));
            case "upper" -> run.made(text.toUpperCase(Locale.ROOT));
            case "trim", "btrim" -> run.made(text.strip());
            case "length", "char_length" -> (long) text.length();
            case "left", "right", "substring", "substr" -> run.made(part(name, text, values));
            case "replace" -> replaced(text, values, run);
            default -> ofLists(name, text, first, second, run);
        };
    }

    private static @Nullable Object ofLists(
            String name, String text, Object first, @Nullable Object second, Evaluation run) throws PostgresException {
        List<@Nullable Object> list = Values.list(first, run);
        return switch (name) {
            case "string_to_array" ->
                second == null ? null : run.made(Values.parts(text, Values.text(second, run), run));
            case "parse_ident" -> run.made(Values.parts(text.replace("\"", ""), ".", run));
            case "array_to_string" -> list == null ? null : joined(known(list), second, run);
            case "array_length", "array_upper", "cardinality" ->
                list == null || list.isEmpty() ? null : (long) list.size();
            case "array_lower" -> list == null || list.isEmpty() ? null : 1L;
            case "array_position" -> list == null ? null : position(list, second, run);
            case "unnest", "_pg_expandarray", "generate_subscripts" ->
                list == null || list.isEmpty() ? null : list.get(0);
            default -> null;
        };
    }

    private static @Nullable Long position(List<@Nullable Object> list, @Nullable Object of, Evaluation run)
            throws PostgresException {
        for (int i = 0; i < list.size(); i++) {
            run.step();
            if (Values.order(list.get(i), of, run) == 0) {
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

    static String joined(List<Object> values, @Nullable Object separator, Evaluation run) throws PostgresException {
        StringBuilder all = new StringBuilder();
        String before = "";
        for (Object value : values) {
            String text = Values.text(value, run);
            run.making((long) before.length() + text.length());
            all.append(before).append(text);
            run.bounded(all);
            before = separator == null ? "" : Values.text(separator, run);
        }
        return all.toString();
    }

    private static @Nullable Object first(List<@Nullable Object> values) {
        List<Object> known = known(values);
        return known.isEmpty() ? null : known.get(0);
    }

    static @Nullable Object most(List<@Nullable Object> values, boolean greatest, Evaluation run)
            throws PostgresException {
        Object most = null;
        for (Object value : known(values)) {
            boolean more = most == null || (Values.compare(value, most, run) > 0) == greatest;
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

    private static @Nullable Object replaced(String text, List<@Nullable Object> values, Evaluation run)
            throws PostgresException {
        Object what = values.size() > 1 ? values.get(1) : null;
        Object by = values.size() > 2 ? values.get(2) : null;
        if (what == null || by == null) {
            return null;
        }
        List<Object> parts = new ArrayList<>(Values.parts(text, Values.text(what, run), run));
        return joined(parts, by, run);
    }
}
