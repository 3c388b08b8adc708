package dev.tollbooth.internal.postgres.catalog;

import dev.tollbooth.internal.postgres.token.TokenCursor;
import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A parser that parses the arguments of a call, and its suffixes: ORDER BY, FILTER, OVER. Not thread-safe. */
final class CallParser {

    private final TokenCursor cursor;
    private final QueryParser queries;
    private final ExpressionParser expressions;

    CallParser(TokenCursor cursor, QueryParser queries, ExpressionParser expressions) {
        this.cursor = cursor;
        this.queries = queries;
        this.expressions = expressions;
    }

    Expression call(String name) throws PostgresException {
        queries.tables().call(name);
        cursor.symbol("(");
        boolean distinct = cursor.pass("distinct");
        List<Expression> arguments = new ArrayList<>();
        List<Query.Order> order = List.of();
        if (!cursor.passSymbol("*") && !cursor.peek(0).isSymbol(")")) {
            cursor.skip("variadic");
            arguments.addAll(expressions.list());
        }
        if (cursor.peek(0).is("order")) {
            order = order();
        }
        cursor.symbol(")");
        Expression filter = null;
        if (cursor.pass("filter")) {
            cursor.symbol("(");
            cursor.skip("where");
            filter = expressions.expression();
            cursor.symbol(")");
        }
        if (cursor.peek(0).is("over")) {
            return over(name);
        }
        if (Aggregates.has(name)) {
            queries.aggregated();
            return Aggregates.of(name, arguments, distinct, order, filter);
        }
        return Functions.call(name, arguments);
    }

    private List<Query.Order> order() throws PostgresException {
        cursor.skip("order");
        cursor.skip("by");
        List<Query.Order> order = new ArrayList<>();
        do {
            Expression by = expressions.expression();
            order.add(new Query.Order(by, null, cursor.pass("desc")));
            cursor.skip("asc");
        } while (cursor.passSymbol(","));
        return order;
    }

    /** Parses OVER. Only {@code row_number} has a value; other window functions are null. */
    private Expression over(String name) throws PostgresException {
        cursor.next();
        cursor.symbol("(");
        List<Expression> partition = new ArrayList<>();
        if (cursor.pass("partition")) {
            cursor.skip("by");
            partition.addAll(expressions.list());
        }
        List<Query.Order> order = cursor.peek(0).is("order") ? order() : List.of();
        cursor.symbol(")");
        Expression.Value value = row -> name.equals("row_number") ? rowNumber(row, partition, order) : null;
        return Expression.of(CatalogType.INT, value).named(name);
    }

    private static @Nullable Object rowNumber(Scope row, List<Expression> partition, List<Query.Order> order)
            throws PostgresException {
        long number = 0;
        for (Scope other : row.siblings) {
            row.answering.steps().step();
            if (isOne(other, row, partition) && compare(other, row, order) <= 0) {
                number++;
            }
        }
        return number;
    }

    private static boolean isOne(Scope left, Scope right, List<Expression> by) throws PostgresException {
        for (Expression each : by) {
            if (Values.order(each.of(left), each.of(right), left.answering.steps()) != 0) {
                return false;
            }
        }
        return true;
    }

    static int compare(Scope one, Scope other, List<Query.Order> order) throws PostgresException {
        for (Query.Order each : order) {
            Expression by = each.expression();
            int compared = Values.order(by.of(one), by.of(other), one.answering.steps());
            if (compared != 0) {
                return each.descending() ? -compared : compared;
            }
        }
        return 0;
    }
}
