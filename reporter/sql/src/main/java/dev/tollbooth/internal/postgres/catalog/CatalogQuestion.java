package dev.tollbooth.internal.postgres.catalog;

import dev.tollbooth.internal.postgres.token.SqlToken;
import dev.tollbooth.internal.postgres.token.TokenCursor;
import dev.tollbooth.internal.postgres.wire.PostgresException;
import dev.tollbooth.internal.postgres.wire.PostgresType;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A query that the catalog answers, such as clients' queries for object trees, completion and known types. Unknown
 * columns and functions are null, and unknown tables are empty, so a client finds nothing there and continues.
 */
public final class CatalogQuestion {

    private static final int MOST_ROWS = 5_000;
    private static final int MOST_COLUMNS = 256;
    private static final int MOST_CHARACTERS = 1 << 20;

    private final Query query;
    private final QueryParser parser;

    private CatalogQuestion(Query query, QueryParser parser) {
        this.query = query;
        this.parser = parser;
    }

    /**
     * Parses a statement.
     *
     * @throws PostgresException if the statement is not supported
     */
    public static CatalogQuestion of(List<SqlToken> tokens) throws PostgresException {
        try {
            TokenCursor cursor = new TokenCursor(tokens);
            QueryParser parser = new QueryParser(cursor);
            Query query = parser.query();
            cursor.end();
            return new CatalogQuestion(query, parser);
        } catch (RuntimeException | StackOverflowError e) {
            throw failed();
        }
    }

    /** Returns the error for a query that failed unexpectedly. It ends only the query, not the session. */
    private static PostgresException failed() {
        return PostgresException.error(
                PostgresException.INTERNAL, "this question to pg_catalog can't be answered: simplify it");
    }

    /** Returns whether only the catalog can answer the query: it reads no live table, but something that H2 lacks. */
    public boolean isCatalog() {
        return parser.tables().isCatalog();
    }

    /**
     * Returns whether the catalog can answer the query if H2 can't. Such a query reads no live table and calls only
     * known functions. It calls a function of the catalog, or it reads a table and calls {@code quote_ident}.
     */
    public boolean isAsked() {
        return parser.tables().isAsked();
    }

    /**
     * Returns the type numbers of the parameters: those {@code given}, else those of the values with which the
     * parameters are compared.
     */
    public int[] parameterTypes(int[] given) {
        int most = parser.parameters().keySet().stream()
                .mapToInt(Integer::intValue)
                .max()
                .orElse(0);
        int[] types = Arrays.copyOf(given, Math.max(given.length, most));
        for (int i = 0; i < types.length; i++) {
            Supplier<PostgresType> type = parser.parameters().getOrDefault(i + 1, () -> PostgresType.VARCHAR);
            types[i] = types[i] == PostgresType.UNKNOWN_OID ? type.get().oid() : types[i];
        }
        return types;
    }

    /**
     * Returns the answer as a query of constants for H2.
     *
     * @param goesOn returns false if the query must end; called for each row and every few steps
     * @throws PostgresException if the answer costs too much or is too long
     */
    public String answer(Catalog catalog, List<@Nullable Object> parameters, BooleanSupplier goesOn)
            throws PostgresException {
        try {
            return answer(new Evaluation(catalog, parameters, goesOn));
        } catch (RuntimeException | StackOverflowError e) {
            throw failed();
        }
    }

    /** Returns the answer. Unexpected errors are thrown as they are. */
    String answer(Evaluation run) throws PostgresException {
        Scope outer = new Scope(run, null);
        List<List<@Nullable Object>> rows = query.values(outer);
        List<Query.Column> columns = query.columns(outer);
        if (columns.isEmpty()) {
            throw PostgresException.error(PostgresException.SYNTAX, "question to pg_catalog without a column");
        }
        if (rows.size() > MOST_ROWS || columns.size() > MOST_COLUMNS) {
            throw tooLong("rows", rows.size(), MOST_ROWS);
        }
        List<PostgresType> types = columns.stream().map(this::type).toList();
        StringBuilder sql = new StringBuilder("SELECT ");
        for (int i = 0; i < types.size(); i++) {
            String name = columns.get(i).name().replace("\"", "\"\"");
            sql.append(i == 0 ? "" : ", ").append("CAST(c").append(i).append(" AS ");
            sql.append(inH2(types.get(i))).append(") AS \"").append(name).append('"');
        }
        sql.append(" FROM (VALUES ");
        for (List<@Nullable Object> row : rows) {
            row(sql, row, types, run);
        }
        // a row without values gives H2 the number of columns
        row(sql, List.of(), types, run);
        sql.setLength(sql.length() - 2);
        sql.append(") AS answer(");
        for (int i = 0; i < types.size(); i++) {
            sql.append('c').append(i).append(", ");
        }
        return sql.append("number) WHERE number").toString();
    }

    private PostgresType type(Query.Column column) {
        Expression value = column.expression();
        return value == null ? parser.typeOf(column.name()) : value.type().get();
    }

    private static String inH2(PostgresType type) {
        return switch (type) {
            case CHAR -> "CHARACTER(1)";
            case INT4 -> "INTEGER";
            case INT8 -> "BIGINT";
            case BOOL -> "BOOLEAN";
            default -> "VARCHAR";
        };
    }

    private static PostgresException tooLong(String unit, int number, int limit) {
        return PostgresException.error(
                PostgresException.LIMIT,
                "answer too long: " + unit + "=" + number + ", limit=" + limit + "; add a WHERE");
    }

    private static void row(StringBuilder sql, List<@Nullable Object> row, List<PostgresType> types, Evaluation run)
            throws PostgresException {
        sql.append('(');
        for (int i = 0; i < types.size(); i++) {
            Object value = i < row.size() ? row.get(i) : null;
            sql.append(value == null ? "NULL" : literal(value, types.get(i), run))
                    .append(", ");
            if (sql.length() > MOST_CHARACTERS) {
                throw tooLong("characters", sql.length(), MOST_CHARACTERS);
            }
        }
        sql.append(row.isEmpty() ? "FALSE" : "TRUE").append("), ");
    }

    private static String literal(Object value, PostgresType type, Evaluation run) throws PostgresException {
        if (type == PostgresType.BOOL) {
            return Values.isTrue(value) ? "TRUE" : "FALSE";
        }
        if (type == PostgresType.VARCHAR || type == PostgresType.CHAR) {
            return run.made('\'' + Values.text(value, run).replace("'", "''") + '\'');
        }
        Long number = Values.number(value);
        return number == null || (type == PostgresType.INT4 && number != number.intValue())
                ? "NULL"
                : number.toString();
    }
}
