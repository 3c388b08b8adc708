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
            Supplier<CatalogType> type = parser.parameters().getOrDefault(i + 1, () -> CatalogType.TEXT);
            types[i] = types[i] == PostgresType.UNKNOWN_OID ? type.get().shown.oid() : types[i];
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
            return answer(catalog, parameters, new Steps(goesOn));
        } catch (RuntimeException | StackOverflowError e) {
            throw failed();
        }
    }

    /** Returns the answer. Unexpected errors are thrown as they are. */
    String answer(Catalog catalog, List<@Nullable Object> parameters, Steps steps) throws PostgresException {
        Scope outer = new Scope(new Answering(catalog, parameters, steps), null);
        List<List<@Nullable Object>> rows = query.values(outer);
        List<String> names = query.names(outer);
        if (names.isEmpty()) {
            throw PostgresException.error(PostgresException.SYNTAX, "question to pg_catalog without a column");
        }
        if (rows.size() > MOST_ROWS || names.size() > MOST_COLUMNS) {
            throw tooLong("rows", rows.size(), MOST_ROWS);
        }
        List<CatalogType> types = query.types(outer, parser::typeOf);
        StringBuilder sql = new StringBuilder("SELECT ");
        for (int i = 0; i < names.size(); i++) {
            sql.append(i == 0 ? "" : ", ")
                    .append("CAST(c")
                    .append(i)
                    .append(" AS ")
                    .append(types.get(i).inH2);
            sql.append(") AS \"").append(shown(names.get(i))).append('"');
        }
        sql.append(" FROM (VALUES ");
        for (List<@Nullable Object> row : rows) {
            row(sql, row, types, steps);
        }
        // a row without values gives H2 the number of columns
        row(sql, List.of(), types, steps);
        sql.setLength(sql.length() - 2);
        sql.append(") AS answer(");
        for (int i = 0; i < names.size(); i++) {
            sql.append('c').append(i).append(", ");
        }
        return sql.append("number) WHERE number").toString();
    }

    private static PostgresException tooLong(String unit, int number, int limit) {
        return PostgresException.error(
                PostgresException.LIMIT,
                "answer too long: " + unit + "=" + number + ", limit=" + limit + "; add a WHERE");
    }

    private static void row(StringBuilder sql, List<@Nullable Object> row, List<CatalogType> types, Steps steps)
            throws PostgresException {
        sql.append('(');
        for (int i = 0; i < types.size(); i++) {
            Object value = i < row.size() ? row.get(i) : null;
            sql.append(value == null ? "NULL" : literal(value, types.get(i), steps))
                    .append(", ");
            if (sql.length() > MOST_CHARACTERS) {
                throw tooLong("characters", sql.length(), MOST_CHARACTERS);
            }
        }
        sql.append(row.isEmpty() ? "FALSE" : "TRUE").append("), ");
    }

    private static String literal(Object value, CatalogType type, Steps steps) throws PostgresException {
        if (type == CatalogType.BOOL) {
            return Values.isTrue(value) ? "TRUE" : "FALSE";
        }
        if (type == CatalogType.TEXT || type == CatalogType.CHAR) {
            return steps.made('\'' + Values.text(value, steps).replace("'", "''") + '\'');
        }
        Long number = Values.number(value);
        return number == null || (type == CatalogType.INT && number != number.intValue()) ? "NULL" : number.toString();
    }

    private static String shown(String name) {
        return name.replace("\"", "\"\"");
    }
}
