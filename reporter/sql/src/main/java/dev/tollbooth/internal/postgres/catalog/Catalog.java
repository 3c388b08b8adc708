package dev.tollbooth.internal.postgres.catalog;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import dev.tollbooth.internal.postgres.wire.PostgresType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The catalog of one session: one database, its schema with the live tables, and the user. Not thread-safe. */
public final class Catalog {

    /** An object that is shown by its name and compared by its number, like {@code regclass}. */
    record ObjectName(long oid, String name) {

        @Override
        public String toString() {
            return name;
        }
    }

    static final String SCHEMA = "performance_schema";
    static final String OWNER = "tollbooth";

    private static final int LONGEST_NAME = 64; // includes the zero byte at the end, as PostgreSQL counts
    private static final int FIRST_TABLE = 16_384;
    private static final int OWNER_OID = 10;
    private static final int USER_OID = 16_000;

    /** The catalog's own tables, for queries that use {@code regclass}. */
    private static final Map<String, Long> OWN_TABLES =
            oids("pg_class=1259 pg_namespace=2615 pg_type=1247 pg_proc=1255 pg_database=1262"
                    + " pg_attribute=1249 pg_authid=1260 pg_constraint=2606 pg_extension=3079");

    /** Types that clients look up, though no column here has them. */
    private static final Map<String, Long> OTHER_TYPES =
            oids("text=25 name=19 oid=26 bytea=17 json=114 jsonb=3802 uuid=2950 time=1083 interval=1186");

    private final List<CatalogColumn> columns;
    private final Map<String, String> settings;
    private final String user;
    private final Map<String, Relation> tables = new HashMap<>();
    private final List<String> names;

    /**
     * Makes the catalog of a session.
     *
     * @param columns the columns of the live tables, table by table
     * @param settings the settings of SHOW, by name
     * @param user the session's user
     */
    public Catalog(List<CatalogColumn> columns, Map<String, String> settings, String user) {
        this.columns = columns;
        this.settings = settings;
        this.user = user;
        this.names = columns.stream().map(CatalogColumn::table).distinct().toList();
    }

    private static Map<String, Long> oids(String all) {
        return Arrays.stream(all.split(" "))
                .map(each -> each.split("="))
                .collect(Collectors.toUnmodifiableMap(each -> each[0], each -> Long.valueOf(each[1])));
    }

    String user() {
        return user;
    }

    @Nullable
    String setting(String name) {
        return name.equals("version")
                ? "PostgreSQL " + settings.getOrDefault("server_version", "") + " (Tollbooth's SQL tables)"
                : settings.get(name);
    }

    /** Returns the rows of a table; an unknown table has none. */
    Relation table(String name) {
        return tables.computeIfAbsent(name, table -> new Relation(CatalogTables.names(table), rows(table)));
    }

    private List<Map<String, @Nullable Object>> rows(String table) {
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        switch (table) {
            case "pg_namespace" -> {
                rows.add(CatalogTables.row(table, "oid", 11, "nspname", "pg_catalog"));
                rows.add(CatalogTables.row(table, "oid", 13_000, "nspname", "information_schema"));
                rows.add(CatalogTables.row(table, "oid", FIRST_TABLE - 1, "nspname", SCHEMA));
            }
            case "information_schema.schemata" -> {
                for (String schema : List.of("pg_catalog", "information_schema", SCHEMA)) {
                    rows.add(CatalogTables.row(table, "schema_name", schema));
                }
            }
            case "pg_database" -> rows.add(CatalogTables.row(table, "datname", SCHEMA));
            case "pg_tablespace", "pg_am" -> rows.add(CatalogTables.row(table));
            case "pg_roles", "pg_authid" -> {
                rows.add(CatalogTables.row(table, "rolname", OWNER, "oid", OWNER_OID, "rolsuper", true));
                rows.add(CatalogTables.row(table, "rolname", user, "oid", USER_OID));
            }
            case "pg_user" -> {
                rows.add(CatalogTables.row(table, "usename", OWNER, "usesysid", OWNER_OID, "usesuper", true));
                rows.add(CatalogTables.row(table, "usename", user, "usesysid", USER_OID));
            }
            case "pg_settings" ->
                settings.forEach((name, value) -> rows.add(CatalogTables.row(table, "name", name, "setting", value)));
            case "pg_type" -> types(rows);
            default -> ofLiveTables(table, rows);
        }
        rows.forEach(row -> row.put("xmin", 1L));
        return rows;
    }

    private void ofLiveTables(String table, List<Map<String, @Nullable Object>> rows) {
        Map<String, Long> counts =
                columns.stream().collect(Collectors.groupingBy(CatalogColumn::table, Collectors.counting()));
        for (String name : names) {
            switch (table) {
                case "pg_class" ->
                    rows.add(CatalogTables.row(
                            table, "oid", oid(name), "relname", name, "relnatts", counts.getOrDefault(name, 0L)));
                case "pg_tables" -> rows.add(CatalogTables.row(table, "tablename", name));
                case "information_schema.tables" -> rows.add(CatalogTables.row(table, "table_name", name));
                default -> {}
            }
        }
        for (CatalogColumn column : columns) {
            if (table.equals("pg_attribute")) {
                rows.add(attribute(table, column));
            } else if (table.equals("information_schema.columns")) {
                rows.add(CatalogTables.row(
                        table,
                        "table_name",
                        column.table(),
                        "column_name",
                        column.name(),
                        "ordinal_position",
                        column.number(),
                        "data_type",
                        column.type(),
                        "udt_name",
                        typeName(column.shown())));
            }
        }
    }

    private Map<String, @Nullable Object> attribute(String table, CatalogColumn column) {
        return CatalogTables.row(
                table,
                "attrelid",
                oid(column.table()),
                "attname",
                column.name(),
                "atttypid",
                column.shown().oid(),
                "attlen",
                column.shown().size(),
                "attnum",
                column.number(),
                "atttypmod",
                column.modifier());
    }

    private static void types(List<Map<String, @Nullable Object>> rows) {
        for (PostgresType type : PostgresType.values()) {
            rows.add(CatalogTables.row(
                    "pg_type",
                    "oid",
                    type.oid(),
                    "typname",
                    typeName(type),
                    "typlen",
                    type.size(),
                    "typbyval",
                    type.size() > 0,
                    "typcategory",
                    category(type)));
        }
        OTHER_TYPES.forEach((name, oid) -> rows.add(CatalogTables.row(
                "pg_type", "oid", oid, "typname", name, "typlen", name.equals("name") ? LONGEST_NAME : -1)));
    }

    private static String category(PostgresType type) {
        return switch (type) {
            case BOOL -> "B";
            case VARCHAR -> "S";
            case DATE, TIMESTAMP, TIMESTAMPTZ -> "D";
            default -> "N";
        };
    }

    private static String typeName(PostgresType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    private long oid(String table) {
        return (long) FIRST_TABLE + names.indexOf(table);
    }

    /**
     * Returns the table or type with the number or name {@code value}; null if there is none. {@code kind} is {@code
     * regclass} for a table.
     */
    @Nullable
    ObjectName named(String kind, Object value, Evaluation run) throws PostgresException {
        boolean tables = kind.equals("regclass");
        String column = tables ? "relname" : "typname";
        String whole = Values.text(value, run);
        String bare = run.made(whole.substring(whole.lastIndexOf('.') + 1).replace("\"", ""));
        for (Map<String, @Nullable Object> row :
                table(tables ? "pg_class" : "pg_type").rows()) {
            run.step();
            Long oid = Values.number(row.get("oid"));
            String name = String.valueOf(row.get(column));
            if (oid != null && (oid.equals(Values.number(value)) || name.equals(bare))) {
                return new ObjectName(oid, name);
            }
        }
        Long own = tables ? OWN_TABLES.get(bare) : null;
        return own == null ? null : new ObjectName(own, bare);
    }

    /**
     * Returns the name of a type in SQL, with the length if {@code modifier} has one; {@code -} if the type is unknown.
     */
    String typeName(Object oid, @Nullable Object modifier, Evaluation run) throws PostgresException {
        Long given = Values.number(modifier);
        long added = given == null ? 0 : given - 4;
        boolean bounded = added > 0;
        long number = number(oid);
        for (PostgresType type : PostgresType.values()) {
            if (type.oid() == number) {
                return switch (type) {
                    case BOOL -> "boolean";
                    case CHAR -> "\"char\"";
                    case INT2 -> "smallint";
                    case INT4 -> "integer";
                    case INT8 -> "bigint";
                    case FLOAT4 -> "real";
                    case FLOAT8 -> "double precision";
                    case VARCHAR -> "character varying" + (bounded ? "(" + added + ")" : "");
                    case NUMERIC ->
                        "numeric" + (bounded ? "(" + (added >> Short.SIZE) + ',' + (added & 0xffff) + ')' : "");
                    case TIMESTAMP -> "timestamp without time zone";
                    case TIMESTAMPTZ -> "timestamp with time zone";
                    case DATE -> "date";
                };
            }
        }
        ObjectName other = named("regtype", oid, run);
        return other == null ? "-" : other.name();
    }

    private static long number(Object oid) {
        Long number = Values.number(oid);
        return number == null ? 0 : number;
    }
}
