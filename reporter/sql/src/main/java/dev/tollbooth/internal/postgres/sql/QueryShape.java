package dev.tollbooth.internal.postgres.sql;

import dev.tollbooth.internal.postgres.sql.QueryLevel.Size;
import dev.tollbooth.internal.postgres.token.SqlToken;
import dev.tollbooth.internal.postgres.token.TokenCursor;
import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A check that limits the shape of a query, because H2 checks no time limit while it plans, and plans some shapes
 * forever. The limits were measured with H2 2.4 and 2.5: the largest accepted shape takes about a second.
 *
 * <p>It also adds the schema to the tables of {@code information_schema} that can be read.
 *
 * <p>Not thread-safe.
 */
public final class QueryShape {

    /** The tables of {@code information_schema} that can be read, with an upper bound of their rows. */
    public static final Map<String, Integer> CATALOG_TABLES = Map.of("tables", 1 << 6, "columns", 1 << 10);

    private static final String CATALOG = "information_schema";
    private static final int MOST_NAMED_TABLES = 24;
    private static final int MOST_TABLES = 48;
    private static final int DEEPEST = 6;
    private static final int MOST_TOKENS = 50_000;
    private static final int MOST_ROWS = 1 << 16;
    private static final int MOST_OPERATIONS = 12;

    private final Deque<QueryLevel> levels = new ArrayDeque<>();
    private final Map<String, Size> expressions = new HashMap<>();
    private boolean tableNext;
    private String definition = ""; // that follows
    private int named;

    QueryShape() {
        levels.push(new QueryLevel(false, ""));
    }

    /**
     * Adds a token that {@code cursor} has just passed.
     *
     * @return the schema to write before the token; empty if there is none
     */
    String add(SqlToken token, TokenCursor cursor) throws PostgresException {
        checkSchema(token, cursor);
        boolean table = tableNext;
        tableNext = table && token.is("lateral");
        if (token.isSymbol("(")) {
            boolean defines = cursor.peek(-2).is("as") || cursor.peek(-2).is("materialized");
            levels.push(new QueryLevel(table, defines ? definition : ""));
            tableNext = table;
        } else if (token.isSymbol(")")) {
            close();
        } else if (token.kind() == SqlToken.Kind.SYMBOL) {
            symbol(token, cursor.peek(-2));
        } else if (token.isName()) {
            return name(token, cursor, table);
        } else {
            level().symbol("", false);
        }
        return "";
    }

    private QueryLevel level() {
        return levels.getFirst();
    }

    private void symbol(SqlToken token, SqlToken before) throws PostgresException {
        boolean behindOperand = before.isSymbol(")")
                || before.kind() == SqlToken.Kind.NUMBER
                || before.kind() == SqlToken.Kind.STRING
                || before.kind() == SqlToken.Kind.PARAMETER
                || (before.isName() && !SqlWords.BEFORE_STRING.contains(before.lower()));
        level().symbol(token.text(), behindOperand);
        if (token.isSymbol(",") && level().inFrom()) {
            anotherTable();
        }
    }

    private void anotherTable() throws PostgresException {
        tableNext = true;
        named++;
        if (named > MOST_NAMED_TABLES) {
            throw tooComplex("query of too many tables", MOST_NAMED_TABLES);
        }
    }

    private String name(SqlToken token, TokenCursor cursor, boolean table) throws PostgresException {
        boolean begins = table && (token.is("select") || token.is("values") || token.is("with") || token.is("table"));
        if (table && !begins && !token.is("lateral")) {
            return table(token, cursor);
        }
        if (level().inWith() && (cursor.peek(-2).is("with") || cursor.peek(-2).isSymbol(","))) {
            definition = token.lower();
        }
        if (token.is("from")) {
            // the FROM of IS DISTINCT FROM
            boolean compares = cursor.peek(-2).is("distinct")
                    && (cursor.peek(-3).is("is") || cursor.peek(-3).is("not"));
            if (!compares && level().from()) {
                anotherTable();
            }
        } else if (token.kind() == SqlToken.Kind.WORD) {
            level().word(token.lower());
            if (token.is("join") || (token.is("table") && !cursor.peek(0).isSymbol("("))) {
                anotherTable();
            }
        } else {
            level().symbol("", false);
        }
        return "";
    }

    /** Adds the table whose name begins with {@code first}, which may be its schema. */
    private String table(SqlToken first, TokenCursor cursor) throws PostgresException {
        level().symbol("", false);
        String schema = "";
        String name = first.lower();
        for (int i = 0; cursor.peek(i).isSymbol(".") && cursor.peek(i + 1).isName(); i += 2) {
            schema = name;
            name = cursor.peek(i + 1).lower();
        }
        Size expression = schema.isEmpty() ? expressions.get(name) : null;
        if (expression != null) {
            level().addTable(expression, false);
            return "";
        }
        for (QueryLevel open : levels) {
            if (schema.isEmpty() && open.definition.equals(name)) {
                throw PostgresException.error(
                        PostgresException.REFUSED, "WITH that reads itself is refused: write its name with the schema");
            }
        }
        boolean inCatalog = (schema.isEmpty() || schema.equals(CATALOG)) && CATALOG_TABLES.containsKey(name);
        long rows = inCatalog ? CATALOG_TABLES.getOrDefault(name, 1) : 1;
        level().addTable(Size.OF_LIVE_TABLE.withRows(rows), true);
        return inCatalog && schema.isEmpty() ? CATALOG : "";
    }

    private static void checkSchema(SqlToken token, TokenCursor cursor) throws PostgresException {
        if (!token.isName()) {
            return;
        }
        String name = token.lower();
        SqlToken of = cursor.peek(0).isSymbol(".") ? cursor.peek(1) : SqlToken.AT_END;
        if (name.equals(CATALOG) && !CATALOG_TABLES.containsKey(of.lower())) {
            throw PostgresException.error(
                    PostgresException.REFUSED,
                    CATALOG + "." + of.shown() + " is refused: tables and columns are served");
        }
        if (name.equals("pg_catalog") && !cursor.peek(2).isSymbol("(")) {
            throw StatementFilter.noCatalog();
        }
    }

    private void close() throws PostgresException {
        if (levels.size() == 1) {
            return; // rejected by the check of parentheses
        }
        QueryLevel closed = levels.pop();
        Size size = closed.size();
        check(size);
        if (!closed.definition.isEmpty()) {
            if (expressions.put(closed.definition, size) != null) {
                throw tooComplex("name that WITH defines more than once", 1);
            }
        } else if (closed.table) {
            level().addTable(size, true);
        } else {
            level().add(size);
        }
    }

    /** Checks the size of the whole query, after its last token. */
    void end() throws PostgresException {
        while (levels.size() > 1) {
            close();
        }
        Size size = level().size();
        check(size);
        if (size.operations() > MOST_OPERATIONS && (size.depth() > 1 || size.rows() > 1)) {
            throw tooComplex("value of too many multiplications and divisions, one on the other", MOST_OPERATIONS - 1);
        }
    }

    private static void check(Size size) throws PostgresException {
        if (size.depth() > DEEPEST) {
            throw tooComplex("queries too deep in one another", DEEPEST);
        }
        if (size.tables() > MOST_TABLES) {
            throw tooComplex("query of too many tables, with those of WITH as often as it is read", MOST_TABLES);
        }
        if (size.tokens() > MOST_TOKENS) {
            throw tooComplex("query too long for its depth: tokens to plan=" + size.tokens(), MOST_TOKENS);
        }
        if (size.rows() > MOST_ROWS) {
            throw PostgresException.error(
                    PostgresException.LIMIT,
                    "too many rows of VALUES and " + CATALOG + " joined: limit=" + MOST_ROWS + "; read fewer tables");
        }
    }

    private static PostgresException tooComplex(String fact, int limit) {
        return PostgresException.error(
                PostgresException.TOO_COMPLEX, String.format(Locale.ROOT, "%s: limit=%d; simplify it", fact, limit));
    }
}
