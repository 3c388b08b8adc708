package dev.tollbooth.internal.postgres.catalog;

import dev.tollbooth.internal.postgres.token.SqlToken;
import dev.tollbooth.internal.postgres.token.TokenCursor;
import dev.tollbooth.internal.postgres.wire.PostgresException;
import dev.tollbooth.internal.postgres.wire.PostgresType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A parser of expressions by PostgreSQL's precedence: operands, and the operators between and behind them. Not
 * thread-safe.
 */
final class ExpressionParser {

    private static final int OR = 1;
    private static final int AND = 2;
    private static final int NOT = 3;
    private static final int COMPARISON = 4;
    private static final int MATCH = 5;
    private static final int OTHER = 6;
    private static final int SUM = 7;
    private static final int PRODUCT = 8;

    /** How tightly each operator binds. */
    private static final Map<String, Integer> POWERS = powers();

    private static final int DEEPEST = 60;

    private final TokenCursor cursor;
    private final QueryParser queries;
    private final PrimaryParser primaries;
    private int depth;

    ExpressionParser(TokenCursor cursor, QueryParser queries) {
        this.cursor = cursor;
        this.queries = queries;
        this.primaries = new PrimaryParser(cursor, queries, this);
    }

    private static Map<String, Integer> powers() {
        Map<String, Integer> powers = new HashMap<>(Map.of("or", OR, "and", AND, "is", COMPARISON));
        List.of("=", "<>", "!=", "<", "<=", ">", ">=").forEach(each -> powers.put(each, COMPARISON));
        List.of("~", "!~", "~*", "!~*", "~~", "~~*", "!~~", "!~~*").forEach(each -> powers.put(each, MATCH));
        List.of("like", "ilike", "in", "between").forEach(each -> powers.put(each, MATCH));
        List.of("||", "|", "&").forEach(each -> powers.put(each, OTHER));
        List.of("+", "-").forEach(each -> powers.put(each, SUM));
        List.of("*", "/", "%").forEach(each -> powers.put(each, PRODUCT));
        return Map.copyOf(powers);
    }

    /** Parses a whole expression. */
    Expression expression() throws PostgresException {
        deeper();
        Expression whole = operand(OR);
        depth--;
        return whole;
    }

    private void deeper() throws PostgresException {
        if (++depth > DEEPEST) {
            throw PostgresException.error(
                    PostgresException.TOO_COMPLEX, "expressions too deep: limit=" + DEEPEST + "; simplify it");
        }
    }

    List<Expression> list() throws PostgresException {
        List<Expression> all = new ArrayList<>();
        do {
            all.add(expression());
        } while (cursor.passSymbol(","));
        return all;
    }

    /** Parses an operand whose operators all bind at least as tightly as {@code least}. */
    private Expression operand(int least) throws PostgresException {
        int most = PRODUCT;
        Expression left;
        if (least <= NOT && cursor.pass("not")) {
            deeper();
            left = negated(operand(NOT));
            depth--;
            most = NOT;
        } else {
            left = unary();
        }
        for (int power = power(); power >= least && power <= most; power = power()) {
            left = combined(left, power);
            most = power;
        }
        return left;
    }

    private static Expression negated(Expression inner) {
        return Expression.of(PostgresType.BOOL, row -> Values.not(inner.of(row)));
    }

    /** Returns how tightly the operator binds that comes next; 0 if none does. */
    private int power() {
        SqlToken token = cursor.peek(0);
        if (token.is("not")) {
            SqlToken next = cursor.peek(1);
            return next.kind() == SqlToken.Kind.WORD && power(next) == MATCH ? MATCH : 0;
        }
        if (token.is("operator")) {
            return cursor.peek(1).isSymbol("(") ? MATCH : 0;
        }
        return power(token);
    }

    private static int power(SqlToken token) {
        boolean operator = token.kind() == SqlToken.Kind.SYMBOL || token.kind() == SqlToken.Kind.WORD;
        return operator ? POWERS.getOrDefault(token.lower(), 0) : 0;
    }

    private Expression combined(Expression left, int power) throws PostgresException {
        SqlToken token = cursor.next();
        return switch (token.lower()) {
            case "or" -> either(left, operand(AND), true);
            case "and" -> either(left, operand(NOT), false);
            case "is" -> is(left);
            case "not" -> negated(match(left, cursor.next().lower()));
            case "like", "ilike", "in", "between" -> match(left, token.lower());
            case "operator" -> compared(left, operator(), power);
            default -> compared(left, token.text(), power);
        };
    }

    /** Returns an AND or OR. The result is {@code decided} if one side is: true for OR, false for AND. */
    private static Expression either(Expression left, Expression right, boolean decided) {
        return Expression.of(PostgresType.BOOL, row -> {
            Boolean one = Values.truth(left.of(row));
            if (one != null && one == decided) {
                return decided;
            }
            Boolean other = Values.truth(right.of(row));
            if (other != null && other == decided) {
                return decided;
            }
            return one == null ? null : other;
        });
    }

    private Expression compared(Expression left, String operator, int power) throws PostgresException {
        boolean all = cursor.peek(0).is("all");
        if ((all || cursor.peek(0).is("any") || cursor.peek(0).is("some"))
                && cursor.peek(1).isSymbol("(")) {
            cursor.next();
            return quantified(left, operator, primaries.listInParentheses(), all);
        }
        SqlToken first = cursor.peek(0);
        boolean parameter =
                first.kind() == SqlToken.Kind.PARAMETER && !cursor.peek(1).isSymbol("::");
        Expression right = operand(power + 1);
        if (parameter) {
            queries.parameter(Integer.parseInt(first.text()), left.type());
        }
        PostgresType type = POWERS.getOrDefault(operator, 0) < OTHER && POWERS.containsKey(operator)
                ? PostgresType.BOOL
                : operator.equals("||") ? PostgresType.VARCHAR : PostgresType.INT8;
        return Expression.of(type, row -> Values.operate(operator, left.of(row), right.of(row), row.run));
    }

    private static Expression quantified(Expression left, String operator, Expression list, boolean all) {
        return Expression.of(PostgresType.BOOL, row -> {
            Object value = left.of(row);
            List<@Nullable Object> others = Values.list(list.of(row), row.run);
            if (others == null) {
                return null;
            }
            for (Object other : others) {
                Object said = Values.operate(operator, value, other, row.run);
                if (said == null || Values.isTrue(said) != all) {
                    return !all && said != null;
                }
            }
            return all;
        });
    }

    private Expression is(Expression left) throws PostgresException {
        boolean not = cursor.pass("not");
        if (cursor.pass("distinct")) {
            cursor.skip("from");
            Expression right = operand(MATCH);
            return Expression.of(
                    PostgresType.BOOL, row -> (Values.order(left.of(row), right.of(row), row.run) != 0) != not);
        }
        SqlToken what = cursor.next();
        return Expression.of(PostgresType.BOOL, row -> {
            Object value = left.of(row);
            boolean said = what.is("null") ? value == null : value != null && Values.isTrue(value) == what.is("true");
            return said != not;
        });
    }

    private Expression match(Expression left, String word) throws PostgresException {
        if (word.equals("in")) {
            Expression list = primaries.listInParentheses();
            return Expression.of(PostgresType.BOOL, row -> {
                Object value = left.of(row);
                List<@Nullable Object> others = Values.list(list.of(row), row.run);
                for (Object other : others == null ? List.of() : others) {
                    if (Values.isTrue(Values.operate("=", value, other, row.run))) {
                        return true;
                    }
                }
                return value == null ? null : Boolean.FALSE;
            });
        }
        Expression right = operand(OTHER);
        if (word.equals("between")) {
            cursor.skip("and");
            Expression most = operand(OTHER);
            return Expression.of(PostgresType.BOOL, row -> {
                Object value = left.of(row);
                return Values.isTrue(Values.operate(">=", value, right.of(row), row.run))
                        && Values.isTrue(Values.operate("<=", value, most.of(row), row.run));
            });
        }
        if (cursor.pass("escape")) {
            cursor.next();
        }
        return Expression.of(PostgresType.BOOL, row -> Values.operate(word, left.of(row), right.of(row), row.run));
    }

    /** Reads the rest of {@code OPERATOR(pg_catalog.~)}. */
    private String operator() throws PostgresException {
        cursor.next();
        if (cursor.peek(1).isSymbol(".")) {
            cursor.next();
            cursor.next();
        }
        String symbol = cursor.next().text();
        cursor.symbol(")");
        return symbol;
    }

    private Expression unary() throws PostgresException {
        if (cursor.passSymbol("-")) {
            deeper();
            Expression inner = unary();
            depth--;
            return Expression.of(PostgresType.INT8, row -> {
                Long number = Values.number(inner.of(row));
                return number == null ? null : -number;
            });
        }
        cursor.passSymbol("+");
        return withSuffixes();
    }

    /** Parses a primary with its casts, subscripts and collations. */
    private Expression withSuffixes() throws PostgresException {
        Expression value = primaries.primary();
        while (true) {
            if (cursor.passSymbol("::")) {
                SqlToken of = cursor.peek(-2);
                value = Functions.cast(primaries.typeName(), value);
                if (of.kind() == SqlToken.Kind.PARAMETER) {
                    queries.parameter(Integer.parseInt(of.text()), value.type());
                }
            } else if (cursor.passSymbol("[")) {
                value = subscript(value);
            } else if (cursor.passSymbol(".")) {
                cursor.next(); // part of a composite value, which does not exist here
                value = Expression.of(PostgresType.VARCHAR, row -> null);
            } else if (cursor.pass("collate")) {
                primaries.typeName();
            } else if (cursor.pass("at", "time")) {
                cursor.skip("zone");
                primaries.primary();
            } else {
                return value;
            }
        }
    }

    private Expression subscript(Expression of) throws PostgresException {
        Expression index = expression();
        if (cursor.passSymbol(":")) {
            expression();
        }
        cursor.symbol("]");
        return new Expression(of.name(), () -> PostgresType.VARCHAR, row -> {
            List<@Nullable Object> list = Values.list(of.of(row), row.run);
            Long at = Values.number(index.of(row));
            return list == null || at == null || at < 1 || at > list.size() ? null : list.get(at.intValue() - 1);
        });
    }
}
