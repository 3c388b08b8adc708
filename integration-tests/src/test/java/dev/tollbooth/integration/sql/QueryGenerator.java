package dev.tollbooth.integration.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A generator of queries in the grammar that the SQL port accepts, and slightly beyond it.
 *
 * <p>Not thread-safe.
 */
final class QueryGenerator {

    /** A table or what stands for one, with the columns that are numbers and those that are texts. */
    private record Source(String sql, List<String> numbers, List<String> texts) {}

    private static final List<Source> TABLES = List.of(
            new Source(
                    "performance_schema.events_statements_summary_by_digest",
                    List.of("count_star", "sum_timer_wait", "quantile_99", "sum_errors"),
                    List.of("digest", "digest_text", "schema_name")),
            new Source(
                    "events_statements_histogram_by_digest",
                    List.of("bucket_number", "count_bucket", "bucket_timer_high"),
                    List.of("digest", "schema_name")),
            new Source(
                    "performance_schema.events_statements_histogram_global",
                    List.of("bucket_number", "count_bucket", "bucket_quantile"),
                    List.of()),
            new Source(
                    "events_statements_summary_global_by_event_name",
                    List.of("count_star", "avg_timer_wait"),
                    List.of("event_name")),
            new Source("performance_schema.active_statements", List.of("timer_wait"), List.of("id", "digest_text")),
            new Source("performance_schema.top_ru", List.of("exec_count", "sum_ru"), List.of("user_name", "digest")),
            new Source(
                    "information_schema.columns",
                    List.of("ordinal_position"),
                    List.of("table_name", "column_name", "data_type")),
            new Source("information_schema.tables", List.of(), List.of("table_name", "table_schema")));

    private static final List<String> COMPARISONS = List.of("=", "<>", "<", ">", "<=", ">=");
    private static final List<String> AGGREGATES = List.of("sum", "avg", "min", "max", "stddev", "median", "count");
    private static final int DEEPEST = 4;

    private final Random random;
    private int names;

    QueryGenerator(long seed) {
        this.random = new Random(seed);
    }

    /** Returns the next query. */
    String next() {
        names = 0;
        int kind = random.nextInt(100);
        return kind < 25 ? shape(kind % 12) : query(0, List.of());
    }

    /** Returns a query that is large in one respect. */
    private String shape(int kind) {
        int size = 2 + random.nextInt(random.nextBoolean() ? 8 : 40);
        return switch (kind) {
            case 0 -> repeated(inner(), size, sql -> "SELECT x FROM (" + sql + ") AS t" + maybe(" WHERE x > 0"));
            case 1 ->
                repeated(
                        inner(),
                        size,
                        sql -> "SELECT t.x FROM (" + sql + ") AS t JOIN " + histogram() + " h ON t.x "
                                + one(COMPARISONS) + " h.bucket_number");
            case 2 -> chain(size, name -> "SELECT x FROM " + name);
            case 3 -> chain(size, name -> "SELECT p.x FROM " + name + " p, " + name + " q WHERE p.x = q.x");
            case 4 -> "SELECT count(*) FROM " + joined(size, ", ", i -> histogram() + " t" + i);
            case 5 ->
                "SELECT count(*) FROM " + histogram() + " t0"
                        + joined(
                                size,
                                "",
                                i -> one(List.of(" JOIN ", " LEFT JOIN ")) + one(TABLES).sql + " a" + i + " ON "
                                        + "t0.bucket_number = " + i);
            case 6 ->
                "SELECT count(*) FROM " + histogram() + " WHERE bucket_number IN ("
                        + joined(size * 30, ", ", i -> i % 3 == 0 ? "" + i : "bucket_number + " + i) + ")";
            case 7 ->
                "SELECT "
                        + repeated(
                                "bucket_number",
                                size,
                                sql -> one(List.of(
                                        "CASE WHEN bucket_number > 3 THEN " + sql + " ELSE 0 END",
                                        "abs(" + sql + ")",
                                        "coalesce(" + sql + ", 1)",
                                        "(" + sql + " + 1)")))
                        + " AS x FROM " + histogram();
            case 8 ->
                "SELECT count(*) FROM events_statements_summary_by_digest a, events_statements_summary_by_digest b WHERE "
                        + joined(
                                1 + size / 4,
                                " OR ",
                                i -> "a.digest_text " + one(List.of("LIKE", "ILIKE")) + " '" + pattern() + "'");
            case 9 ->
                "SELECT " + one(AGGREGATES) + "(bucket_number) OVER (ORDER BY "
                        + one(List.of("count_bucket", "a.bucket_number"))
                        + maybe(" ROWS BETWEEN " + size + " PRECEDING AND CURRENT ROW") + ") FROM "
                        + histogram().replace("performance_schema.", "") + " a";
            case 10 ->
                "SELECT " + joined(size, " * ", i -> one(List.of("x", "7.25", "cast(1e99 AS numeric)"))) + " FROM ("
                        + inner() + ") AS t, " + histogram() + " h";
            default ->
                "SELECT * FROM (VALUES " + joined(size * 20, ", ", i -> "(" + i + ", '" + "a".repeat(size * 9) + "')")
                        + ") AS t (x, y), (VALUES (1), (2), (3)) AS u (z) WHERE y LIKE '" + pattern() + "' AND x > z";
        };
    }

    private static String histogram() {
        return "performance_schema.events_statements_histogram_global";
    }

    private String inner() {
        return one(List.of("SELECT 1 AS x", "VALUES (1)", "SELECT bucket_number AS x FROM " + histogram()))
                .replace("VALUES (1)", "SELECT x FROM (VALUES (1), (2)) AS v (x)");
    }

    private String chain(int size, UnaryOperator<String> next) {
        return "WITH c0 AS (" + inner() + ")"
                + joined(size, "", i -> ", c" + (i + 1) + " AS (" + next.apply("c" + i) + ")")
                + " SELECT count(*) FROM c"
                + size;
    }

    private String pattern() {
        int parts = random.nextInt(8) == 0 ? 5 : 2;
        return joined(1 + random.nextInt(parts), "%", i -> "ea ".repeat(random.nextInt(9)) + "e") + maybe("%");
    }

    private static String repeated(String first, int times, UnaryOperator<String> step) {
        String sql = first;
        for (int i = 0; i < times; i++) {
            sql = step.apply(sql);
        }
        return sql;
    }

    private static String joined(int number, String between, java.util.function.IntFunction<String> part) {
        return IntStream.range(0, number).mapToObj(part).collect(Collectors.joining(between));
    }

    private String query(int depth, List<Source> known) {
        List<Source> sources = new ArrayList<>(known);
        StringBuilder sql = new StringBuilder();
        int expressions = depth == 0 && random.nextInt(3) == 0 ? 1 + random.nextInt(4) : 0;
        for (int i = 0; i < expressions; i++) {
            Source named = derived(depth + 1, sources);
            String name = name("w");
            sql.append(i == 0 ? "WITH " : ", ")
                    .append(name)
                    .append(" AS ")
                    .append(named.sql)
                    .append(' ');
            sources.add(new Source(name, named.numbers, named.texts));
        }
        int numbers = 1 + random.nextInt(4);
        sql.append(select(depth, sources, numbers, 0));
        if (random.nextInt(10) == 0) {
            return sql.append(one(List.of(" UNION ALL ", " UNION ", " EXCEPT ", " INTERSECT ")))
                    .append(select(depth, sources, numbers, 0))
                    .toString();
        }
        return sql.append(maybe(" ORDER BY 1"))
                .append(maybe(" LIMIT " + random.nextInt(1_000)))
                .toString();
    }

    /** A query in parentheses whose columns are called n0, n1, ... and s0. */
    private Source derived(int depth, List<Source> known) {
        int numbers = 1 + random.nextInt(2);
        int texts = random.nextInt(2);
        return new Source(
                "(" + select(depth, known, numbers, texts) + maybe(" LIMIT 100") + ")",
                IntStream.range(0, numbers).mapToObj(i -> "n" + i).toList(),
                IntStream.range(0, texts).mapToObj(i -> "s" + i).toList());
    }

    private String select(int depth, List<Source> known, int numbers, int texts) {
        List<Source> scope = new ArrayList<>();
        StringBuilder from = new StringBuilder();
        int tables = 1 + (random.nextInt(3) == 0 ? random.nextInt(4) : random.nextInt(2));
        for (int i = 0; i < tables; i++) {
            Source source = source(depth, known);
            String alias = name("t");
            scope.add(new Source(
                    alias,
                    source.numbers.stream().map(column -> alias + "." + column).toList(),
                    source.texts.stream().map(column -> alias + "." + column).toList()));
            boolean join = i > 0 && random.nextBoolean();
            from.append(i == 0 ? " FROM " : join ? one(List.of(" JOIN ", " LEFT JOIN ")) : ", ");
            from.append(source.sql).append(" AS ").append(alias);
            from.append(join ? " ON " + condition(depth, scope, known, 1) : "");
        }
        boolean grouped = random.nextInt(4) == 0;
        StringBuilder sql = new StringBuilder("SELECT ").append(grouped ? "" : maybe("DISTINCT "));
        for (int i = 0; i < numbers; i++) {
            String value = number(depth, scope, known, 2);
            sql.append(i == 0 ? "" : ", ")
                    .append(grouped ? one(AGGREGATES) + "(" + value + ")" : value)
                    .append(" AS n")
                    .append(i);
        }
        for (int i = 0; i < texts; i++) {
            String value = text(scope);
            sql.append(", ")
                    .append(grouped ? "max(" + value + ")" : value)
                    .append(" AS s")
                    .append(i);
        }
        sql.append(from).append(random.nextInt(3) == 0 ? "" : " WHERE " + condition(depth, scope, known, 3));
        return sql.append(grouped ? " GROUP BY " + number(DEEPEST, scope, List.of(), 1) : "")
                .toString();
    }

    private Source source(int depth, List<Source> known) {
        int kind = random.nextInt(10);
        if (kind < 3 && deeper(depth)) {
            return derived(depth + 1, known);
        }
        if (kind < 5 && !known.isEmpty()) {
            return one(known);
        }
        if (kind == 5) {
            return new Source(
                    "(SELECT column1 AS n0, column2 AS s0 FROM (VALUES (1, 'a'), (2, 'select b'), (3, NULL)) AS v (column1, column2))",
                    List.of("n0"),
                    List.of("s0"));
        }
        return one(TABLES);
    }

    private String number(int depth, List<Source> scope, List<Source> known, int complexity) {
        List<String> columns =
                scope.stream().flatMap(source -> source.numbers.stream()).toList();
        String leaf = columns.isEmpty() || random.nextInt(5) == 0 ? String.valueOf(random.nextInt(100)) : one(columns);
        if (complexity == 0) {
            return leaf;
        }
        int less = complexity - 1;
        return switch (random.nextInt(12)) {
            case 0, 1 -> number(depth, scope, known, less) + one(List.of(" + ", " - ", " * ")) + leaf;
            case 2 -> number(depth, scope, known, less) + " / nullif(" + leaf + ", 0)";
            case 3 -> "round(" + number(depth, scope, known, less) + " * 1.5, 2)";
            case 4 ->
                "CASE WHEN " + condition(depth, scope, known, less) + " THEN " + number(depth, scope, known, less)
                        + " ELSE " + leaf + " END";
            case 5 -> "coalesce(" + number(depth, scope, known, less) + ", " + leaf + ")";
            case 6 -> "length(" + text(scope) + ")";
            case 7 -> "abs(mod(cast(" + leaf + " AS bigint), 7))";
            case 8 ->
                deeper(depth)
                        ? "(SELECT max(n0) FROM " + derived(depth + 1, known).sql + " AS " + name("m") + ")"
                        : leaf;
            default -> leaf;
        };
    }

    private String text(List<Source> scope) {
        List<String> columns =
                scope.stream().flatMap(source -> source.texts.stream()).toList();
        String leaf = columns.isEmpty() || random.nextInt(6) == 0 ? "'Select'" : one(columns);
        return random.nextInt(4) == 0 ? one(List.of("lower", "upper")) + "(" + leaf + ")" : leaf;
    }

    private String condition(int depth, List<Source> scope, List<Source> known, int complexity) {
        String left = number(depth, scope, known, Math.min(1, complexity));
        if (complexity > 1 && random.nextInt(2) == 0) {
            return "(" + condition(depth, scope, known, complexity - 1) + one(List.of(" AND ", " OR "))
                    + condition(depth, scope, known, complexity - 1) + ")";
        }
        return switch (random.nextInt(8)) {
            case 0 -> text(scope) + one(List.of(" LIKE '", " NOT LIKE '", " ILIKE '")) + pattern() + "'";
            case 1 -> left + " IN (" + joined(1 + random.nextInt(40), ", ", i -> "" + i * 3) + ")";
            case 2 ->
                deeper(depth)
                        ? left + one(List.of(" IN ", " > ALL ", " = ANY ")) + "(SELECT n0 FROM "
                                + derived(depth + 1, known).sql + " AS " + name("d") + ")"
                        : left + " > 3";
            case 3 ->
                deeper(depth)
                        ? "EXISTS (SELECT 1 FROM " + derived(depth + 1, known).sql + " AS e" + " WHERE e.n0 = " + left
                                + ")"
                        : "1 = 1";
            case 4 -> left + " BETWEEN 1 AND " + number(depth, scope, known, 0);
            case 5 -> left + " IS NOT NULL";
            default -> left + " " + one(COMPARISONS) + " " + number(depth, scope, known, 0);
        };
    }

    private boolean deeper(int depth) {
        return depth < DEEPEST && random.nextInt(depth + 1) == 0;
    }

    private String name(String prefix) {
        return prefix + names++;
    }

    private String maybe(String sql) {
        return random.nextBoolean() ? sql : "";
    }

    private <T> T one(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
