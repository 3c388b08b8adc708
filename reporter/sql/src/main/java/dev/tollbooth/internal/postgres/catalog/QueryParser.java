package dev.tollbooth.internal.postgres.catalog;

import dev.tollbooth.internal.postgres.token.SqlToken;
import dev.tollbooth.internal.postgres.token.TokenCursor;
import dev.tollbooth.internal.postgres.wire.PostgresException;
import dev.tollbooth.internal.postgres.wire.PostgresType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** A parser that parses a SELECT with joins, unions and common table expressions. Not thread-safe. */
final class QueryParser {

    private static final Set<String> BEHIND_ITEM =
            Set.of(("from where group having order limit offset union intersect except fetch for window on"
                            + " left right full inner join cross natural using as and or")
                    .split(" "));
    private static final int DEEPEST = 12;

    private final TokenCursor cursor;
    private final ExpressionParser expressions;
    private final TableNames tables;
    private final Map<String, PostgresType> types = new HashMap<>();
    private final Deque<Query.Select> open = new ArrayDeque<>();
    private int depth;
    private final Map<Integer, Supplier<PostgresType>> parameters = new TreeMap<>();

    QueryParser(TokenCursor cursor) {
        this.cursor = cursor;
        this.expressions = new ExpressionParser(cursor, this);
        this.tables = new TableNames();
    }

    /** Returns the tables of the query. */
    TableNames tables() {
        return tables;
    }

    /** Returns the types of the parameters by their numbers. */
    Map<Integer, Supplier<PostgresType>> parameters() {
        return parameters;
    }

    /** Records a parameter with its type: that of its cast, or of the value that it is compared with. */
    void parameter(int number, Supplier<PostgresType> type) {
        parameters.put(number, type);
    }

    /** Records that the current query has an aggregate. */
    void aggregated() {
        if (!open.isEmpty()) {
            open.getFirst().aggregated = true;
        }
    }

    /** Returns the type of the computed column with this name; if there is none, that of the catalog's column. */
    PostgresType typeOf(String column) {
        PostgresType known = types.get(column);
        return known == null ? CatalogTables.typeOf(column) : known;
    }

    /** Returns whether a query begins here. */
    boolean atQuery() {
        int at = 0;
        while (cursor.peek(at).isSymbol("(")) {
            at++;
        }
        SqlToken token = cursor.peek(at);
        return token.is("select") || token.is("with") || token.is("values");
    }

    /** Parses a query and the parenthesis that closes it. */
    Query inParentheses() throws PostgresException {
        Query query = query();
        cursor.symbol(")");
        types.putAll(query.types());
        return query;
    }

    Query query() throws PostgresException {
        deeper();
        Query query = new Query();
        if (cursor.pass("with")) {
            with(query);
        }
        boolean all = false;
        do {
            query.selects.add(select(all));
            all = false;
            if (cursor.pass("union")) {
                all = cursor.pass("all");
                cursor.skip("distinct");
            } else {
                break;
            }
        } while (true);
        end(query);
        depth--;
        return query;
    }

    private void deeper() throws PostgresException {
        if (++depth > DEEPEST) {
            throw PostgresException.error(
                    PostgresException.TOO_COMPLEX, "queries too deep in one another: limit=" + DEEPEST);
        }
    }

    private void with(Query query) throws PostgresException {
        do {
            String name = cursor.name().folded();
            cursor.skip("as");
            cursor.skip("not");
            cursor.skip("materialized");
            cursor.symbol("(");
            tables.define(name);
            query.expressions.put(name, inParentheses());
        } while (cursor.passSymbol(","));
    }

    private Query.Select select(boolean all) throws PostgresException {
        Query.Select select = new Query.Select();
        select.all = all;
        if (cursor.passSymbol("(")) {
            Query inner = inParentheses();
            select.items.add(new Query.Item(null, null));
            select.from.add(new Source("", inner::answer, false, List.of(), false, null));
            return select;
        }
        if (!cursor.pass("select")) {
            throw TokenCursor.unexpected(cursor.peek(0));
        }
        open.push(select);
        select.distinct = cursor.pass("distinct");
        cursor.skip("all");
        do {
            select.items.add(item());
        } while (cursor.passSymbol(","));
        if (cursor.pass("from")) {
            do {
                tables(select.from);
            } while (cursor.passSymbol(","));
        }
        if (cursor.pass("where")) {
            select.where = expressions.expression();
        }
        if (cursor.pass("group")) {
            cursor.skip("by");
            select.groups.addAll(expressions.list());
        }
        if (cursor.pass("having")) {
            select.having = expressions.expression();
        }
        open.pop();
        return select;
    }

    private Query.Item item() throws PostgresException {
        if (cursor.passSymbol("*")) {
            return new Query.Item(null, null);
        }
        if (cursor.peek(0).isName()
                && cursor.peek(1).isSymbol(".")
                && cursor.peek(2).isSymbol("*")) {
            String table = cursor.next().folded();
            cursor.next();
            cursor.next();
            return new Query.Item(null, table);
        }
        Expression value = expressions.expression();
        return new Query.Item(passAs() ? value.named(cursor.name().folded()) : value, null);
    }

    /** Parses a table with its joins. */
    private void tables(List<Source> from) throws PostgresException {
        from.add(table(false, false));
        while (true) {
            cursor.skip("natural");
            boolean outer = cursor.peek(0).is("left") || cursor.peek(0).is("full");
            if (outer
                    || cursor.peek(0).is("right")
                    || cursor.peek(0).is("inner")
                    || cursor.peek(0).is("cross")) {
                cursor.next();
                cursor.skip("outer");
            } else if (!cursor.peek(0).is("join")) {
                return;
            }
            cursor.skip("join");
            from.add(table(true, outer));
        }
    }

    private Source table(boolean joined, boolean outer) throws PostgresException {
        boolean lateral = cursor.pass("lateral");
        cursor.skip("only");
        List<Source> parts = new ArrayList<>();
        Source.Table rows = before -> new Relation(List.of(""), List.of());
        String name = "";
        if (cursor.peek(0).isSymbol("(")) {
            if (atQuery()) {
                cursor.next();
                rows = inParentheses()::answer;
            } else {
                cursor.next();
                deeper();
                tables(parts);
                depth--;
                cursor.symbol(")");
            }
        } else {
            name = cursor.name().folded();
            String schema = "";
            while (cursor.passSymbol(".")) {
                schema = name;
                name = cursor.name().folded();
            }
            lateral = cursor.peek(0).isSymbol("(");
            rows = lateral ? function(name) : tables.of(schema, name);
        }
        String alias = alias(name);
        Source.Table renamed = columns(rows);
        Expression on = null;
        if (joined && cursor.pass("on")) {
            on = expressions.expression();
        } else if (joined && cursor.pass("using")) {
            on = using(alias);
        }
        return new Source(alias, renamed, lateral, parts, outer, on);
    }

    /**
     * Parses the columns of USING. Returns the condition that each column has the same value in {@code alias} and in
     * the first table with this column.
     */
    private Expression using(String alias) throws PostgresException {
        cursor.symbol("(");
        List<String> columns = new ArrayList<>();
        do {
            columns.add(cursor.name().folded());
        } while (cursor.passSymbol(","));
        cursor.symbol(")");
        return Expression.of(PostgresType.BOOL, row -> {
            boolean equal = true;
            for (String column : columns) {
                equal &= Values.isTrue(Values.operate("=", row.get(null, column), row.get(alias, column), row.run));
            }
            return equal;
        });
    }

    private Source.Table function(String name) throws PostgresException {
        cursor.next();
        List<Expression> arguments = cursor.peek(0).isSymbol(")") ? List.of() : expressions.list();
        cursor.symbol(")");
        return tables.function(name, arguments);
    }

    private String alias(String name) throws PostgresException {
        if (cursor.passSymbol("(")) {
            throw TokenCursor.unexpected(cursor.peek(-1));
        }
        cursor.pass("with", "ordinality");
        return passAs() ? cursor.name().folded() : name;
    }

    /** Skips AS if it comes next; returns whether a new name follows. */
    private boolean passAs() {
        boolean as = cursor.pass("as");
        SqlToken next = cursor.peek(0);
        return as || next.kind() == SqlToken.Kind.NAME || (next.isName() && !BEHIND_ITEM.contains(next.lower()));
    }

    private Source.Table columns(Source.Table rows) throws PostgresException {
        if (!cursor.passSymbol("(")) {
            return rows;
        }
        List<String> names = new ArrayList<>();
        do {
            names.add(cursor.name().folded());
            while (!cursor.peek(0).isSymbol(",") && !cursor.peek(0).isSymbol(")")) {
                cursor.nextOfStatement(); // the name of a type
            }
        } while (cursor.passSymbol(","));
        cursor.symbol(")");
        return before -> rows.rows(before).renamed(names, before.run);
    }

    private void end(Query query) throws PostgresException {
        query.order.addAll(order());
        while (cursor.peek(0).is("limit") || cursor.peek(0).is("offset")) {
            boolean limit = cursor.next().is("limit");
            Expression number = expressions.expression();
            query.limit = limit ? number : query.limit;
            query.offset = limit ? query.offset : number;
        }
    }

    /** Parses ORDER BY, if it comes next. */
    List<Query.Order> order() throws PostgresException {
        List<Query.Order> order = new ArrayList<>();
        if (!cursor.pass("order")) {
            return order;
        }
        cursor.skip("by");
        do {
            SqlToken first = cursor.peek(0);
            SqlToken second = cursor.peek(1);
            boolean alone = second.isSymbol(",")
                    || second.isSymbol(")")
                    || second.kind() == SqlToken.Kind.END
                    || second.kind() == SqlToken.Kind.WORD;
            Expression by = expressions.expression();
            Long position = first.kind() == SqlToken.Kind.NUMBER && alone ? Values.number(first.text()) : null;
            boolean descending = cursor.pass("desc");
            cursor.skip("asc");
            if (cursor.pass("nulls")) {
                cursor.next();
            }
            order.add(new Query.Order(by, position, descending));
        } while (cursor.passSymbol(","));
        return order;
    }
}
