package dev.tollbooth.internal.postgres.catalog;

import dev.tollbooth.internal.postgres.token.SqlToken;
import dev.tollbooth.internal.postgres.token.TokenCursor;
import dev.tollbooth.internal.postgres.wire.PostgresException;
import dev.tollbooth.internal.postgres.wire.PostgresType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A parser of the smallest parts of expressions: constants, columns, calls, parentheses. Not thread-safe. */
final class PrimaryParser {

    private static final Set<String> WITHOUT_PARENTHESES =
            Set.of(("current_user session_user user current_role current_catalog current_schema"
                            + " current_date current_timestamp")
                    .split(" "));

    private final TokenCursor cursor;
    private final QueryParser queries;
    private final ExpressionParser expressions;

    PrimaryParser(TokenCursor cursor, QueryParser queries, ExpressionParser expressions) {
        this.cursor = cursor;
        this.queries = queries;
        this.expressions = expressions;
    }

    /**
     * Parses the type of a cast and returns its name without schema and length. The name of an array ends with {@code
     * []}.
     */
    String typeName() throws PostgresException {
        String name = cursor.name().folded();
        if (cursor.passSymbol(".")) {
            name = cursor.name().folded();
        }
        if (cursor.pass("precision") || cursor.pass("varying")) {
            name += " ";
        } else if (cursor.pass("with", "time") || cursor.pass("without", "time")) {
            cursor.skip("zone");
        }
        if (cursor.passSymbol("(")) {
            while (!cursor.passSymbol(")")) {
                cursor.nextOfStatement();
            }
        }
        boolean array = false;
        while (cursor.passSymbol("[")) {
            array = true;
            while (!cursor.passSymbol("]")) {
                cursor.nextOfStatement();
            }
        }
        return array ? name + "[]" : name;
    }

    Expression primary() throws PostgresException {
        SqlToken token = cursor.nextOfStatement();
        return switch (token.kind()) {
            case STRING -> constant(PostgresType.VARCHAR, token.text());
            case NUMBER -> {
                Long number = Values.number(token.text());
                yield number == null
                        ? constant(PostgresType.VARCHAR, token.text())
                        : constant(PostgresType.INT4, number);
            }
            case PARAMETER -> parameter(Integer.parseInt(token.text()));
            case SYMBOL -> {
                if (!token.isSymbol("(")) {
                    throw TokenCursor.unexpected(token);
                }
                yield inParentheses();
            }
            case WORD -> {
                Expression special = special(token);
                yield special == null ? named(token) : special;
            }
            default -> named(token);
        };
    }

    private static Expression constant(PostgresType type, @Nullable Object value) {
        return Expression.of(type, row -> value);
    }

    private Expression parameter(int number) {
        queries.parameter(number, () -> PostgresType.VARCHAR);
        return Expression.of(PostgresType.VARCHAR, row -> {
            List<@Nullable Object> given = row.run.parameters;
            return number <= given.size() ? given.get(number - 1) : null;
        });
    }

    private Expression inParentheses() throws PostgresException {
        if (queries.atQuery()) {
            return scalar(queries.inParentheses());
        }
        List<Expression> parts = expressions.list();
        cursor.symbol(")");
        return parts.size() == 1 ? parts.get(0) : array(parts);
    }

    private static Expression scalar(Query query) {
        return new Expression(query.firstName(), query::firstType, row -> query.firstValue(row));
    }

    private static Expression array(List<Expression> parts) {
        return Expression.of(PostgresType.VARCHAR, row -> {
            List<@Nullable Object> all = new ArrayList<>();
            for (Expression part : parts) {
                all.add(part.of(row));
            }
            return row.run.made(all);
        });
    }

    /** Parses the operand of IN, ANY or ALL in parentheses: a query, values, or one list. */
    Expression listInParentheses() throws PostgresException {
        cursor.symbol("(");
        if (queries.atQuery()) {
            Query query = queries.inParentheses();
            return Expression.of(PostgresType.VARCHAR, query::firstColumn);
        }
        List<Expression> parts = expressions.list();
        cursor.symbol(")");
        Expression several = array(parts);
        return parts.size() > 1
                ? several
                : Expression.of(PostgresType.VARCHAR, row -> {
                    Object only = parts.get(0).of(row);
                    List<@Nullable Object> list = Values.list(only, row.run);
                    return list == null ? several.of(row) : list;
                });
    }

    private @Nullable Expression special(SqlToken word) throws PostgresException {
        boolean call = cursor.peek(0).isSymbol("(");
        return switch (word.lower()) {
            case "null" -> constant(PostgresType.VARCHAR, null);
            case "true", "false" -> constant(PostgresType.BOOL, word.is("true")).named("bool");
            case "case" -> choice();
            case "exists" -> exists();
            case "array" -> (call ? listInParentheses() : arrayInBrackets()).named("array");
            case "cast" -> cast();
            case "extract", "position", "overlay", "trim", "substring" -> call && hasWords() ? unknownCall(word) : null;
            default -> {
                boolean typed = cursor.peek(0).kind() == SqlToken.Kind.STRING;
                yield typed
                        ? Functions.cast(
                                word.lower(),
                                constant(PostgresType.VARCHAR, cursor.next().text()))
                        : null;
            }
        };
    }

    private Expression exists() throws PostgresException {
        cursor.symbol("(");
        Query query = queries.inParentheses();
        return Expression.of(PostgresType.BOOL, row -> !query.firstColumn(row).isEmpty())
                .named("exists");
    }

    private Expression cast() throws PostgresException {
        cursor.symbol("(");
        Expression inner = expressions.expression();
        cursor.skip("as");
        Expression cast = Functions.cast(typeName(), inner);
        cursor.symbol(")");
        return cast;
    }

    /** Returns whether words instead of commas separate the following arguments. */
    private boolean hasWords() {
        int depth = 0;
        for (int i = 0; i == 0 || depth > 0; i++) {
            SqlToken token = cursor.peek(i);
            depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0;
            if (token.kind() == SqlToken.Kind.END) {
                return false;
            }
            if (depth == 1 && (token.is("from") || token.is("for") || token.is("in") || token.is("both"))) {
                return true;
            }
        }
        return false;
    }

    private Expression unknownCall(SqlToken word) throws PostgresException {
        int depth = 0;
        do {
            SqlToken token = cursor.nextOfStatement();
            depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0;
        } while (depth > 0);
        return constant(PostgresType.VARCHAR, null).named(word.lower());
    }

    private Expression arrayInBrackets() throws PostgresException {
        cursor.symbol("[");
        List<Expression> parts = cursor.peek(0).isSymbol("]") ? List.of() : expressions.list();
        cursor.symbol("]");
        return array(parts);
    }

    private Expression choice() throws PostgresException {
        Expression of = cursor.peek(0).is("when") ? null : expressions.expression();
        Map<Expression, Expression> cases = new LinkedHashMap<>();
        while (cursor.pass("when")) {
            Expression when = expressions.expression();
            cursor.skip("then");
            cases.put(when, expressions.expression());
        }
        Expression otherwise = cursor.pass("else") ? expressions.expression() : constant(PostgresType.VARCHAR, null);
        if (!cursor.pass("end") || cases.isEmpty()) {
            throw TokenCursor.unexpected(cursor.peek(0));
        }
        Expression first = cases.values().iterator().next();
        return new Expression("case", first.type(), row -> {
            Object value = of == null ? null : of.of(row);
            for (Map.Entry<Expression, Expression> each : cases.entrySet()) {
                Object when = each.getKey().of(row);
                if (Values.isTrue(of == null ? when : Values.operate("=", value, when, row.run))) {
                    return each.getValue().of(row);
                }
            }
            return otherwise.of(row);
        });
    }

    /** Parses a column or a call. */
    private Expression named(SqlToken first) throws PostgresException {
        List<String> parts = new ArrayList<>(List.of(first.folded()));
        while (cursor.peek(0).isSymbol(".") && cursor.peek(1).isName()) {
            cursor.next();
            parts.add(cursor.next().folded());
        }
        String name = parts.get(parts.size() - 1);
        if (cursor.peek(0).isSymbol("(")) {
            return call(name);
        }
        if (parts.size() == 1 && first.kind() == SqlToken.Kind.WORD && WITHOUT_PARENTHESES.contains(name)) {
            return Functions.call(name, List.of());
        }
        String table = parts.size() == 1 ? null : parts.get(parts.size() - 2);
        return new Expression(name, () -> queries.typeOf(name), row -> row.get(table, name));
    }

    /** Parses the arguments of a call, and its suffixes: ORDER BY, FILTER, OVER. */
    private Expression call(String name) throws PostgresException {
        queries.tables().call(name);
        cursor.symbol("(");
        boolean distinct = cursor.pass("distinct");
        List<Expression> arguments = new ArrayList<>();
        if (!cursor.passSymbol("*") && !cursor.peek(0).isSymbol(")")) {
            cursor.skip("variadic");
            arguments.addAll(expressions.list());
        }
        List<Query.Order> order = queries.order();
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

    /** Parses OVER. Only {@code row_number} has a value; other window functions are null. */
    private Expression over(String name) throws PostgresException {
        cursor.next();
        cursor.symbol("(");
        List<Expression> partition = new ArrayList<>();
        if (cursor.pass("partition")) {
            cursor.skip("by");
            partition.addAll(expressions.list());
        }
        List<Query.Order> order = queries.order();
        cursor.symbol(")");
        return Aggregates.over(name, partition, order);
    }
}
