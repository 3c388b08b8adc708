package dev.tollbooth.internal.postgres.catalog;

import dev.tollbooth.internal.postgres.token.SqlToken;
import dev.tollbooth.internal.postgres.token.TokenCursor;
import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A parser of expressions by PostgreSQL's precedence. Not thread-safe. */
final class ExpressionParser {

    private static final Set<String> COMPARISONS = Set.of("=", "<>", "!=", "<", "<=", ">", ">=");
    private static final Set<String> MATCHES = Set.of("~", "!~", "~*", "!~*", "~~", "~~*", "!~~", "!~~*");
    private static final Set<String> OTHERS = Set.of("||", "|", "&");
    private static final Set<String> SUMS = Set.of("+", "-");
    private static final Set<String> PRODUCTS = Set.of("*", "/", "%");
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

    /** Parses a whole expression. */
    Expression expression() throws PostgresException {
        deeper();
        Expression whole = disjunction();
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

    private Expression disjunction() throws PostgresException {
        Expression left = conjunction();
        while (cursor.pass("or")) {
            left = either(left, conjunction(), true);
        }
        return left;
    }

    private Expression conjunction() throws PostgresException {
        Expression left = negation();
        while (cursor.pass("and")) {
            left = either(left, negation(), false);
        }
        return left;
    }

    /** Returns an AND or OR. The result is {@code decided} if one side is: true for OR, false for AND. */
    private static Expression either(Expression left, Expression right, boolean decided) {
        return Expression.of(CatalogType.BOOL, row -> {
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

    private Expression negation() throws PostgresException {
        if (cursor.pass("not")) {
            deeper();
            Expression inner = negation();
            depth--;
            return Expression.of(CatalogType.BOOL, row -> Values.not(inner.of(row)));
        }
        return comparison();
    }

    private Expression comparison() throws PostgresException {
        Expression left = matching();
        while (true) {
            String symbol = symbol(COMPARISONS);
            if (symbol != null) {
                left = compared(left, symbol, this::matching);
            } else if (cursor.pass("is")) {
                left = is(left);
            } else {
                return left;
            }
        }
    }

    /** A parser of the right side of an operator. */
    @FunctionalInterface
    private interface Side {
        Expression read() throws PostgresException;
    }

    private Expression compared(Expression left, String operator, Side side) throws PostgresException {
        boolean all = cursor.peek(0).is("all");
        if ((all || cursor.peek(0).is("any") || cursor.peek(0).is("some"))
                && cursor.peek(1).isSymbol("(")) {
            cursor.next();
            Expression list = primaries.listInParentheses();
            return Expression.of(CatalogType.BOOL, row -> {
                Object value = left.of(row);
                List<@Nullable Object> others = Values.list(list.of(row), row.answering.steps());
                if (others == null) {
                    return null;
                }
                for (Object other : others) {
                    Object said = Values.operate(operator, value, other, row.answering.steps());
                    if (said == null || Values.isTrue(said) != all) {
                        return !all && said != null;
                    }
                }
                return all;
            });
        }
        SqlToken first = cursor.peek(0);
        boolean parameter =
                first.kind() == SqlToken.Kind.PARAMETER && !cursor.peek(1).isSymbol("::");
        Expression right = side.read();
        if (parameter) {
            queries.parameter(Integer.parseInt(first.text()), left.type());
        }
        CatalogType type = COMPARISONS.contains(operator) || MATCHES.contains(operator)
                ? CatalogType.BOOL
                : operator.equals("||") ? CatalogType.TEXT : CatalogType.LONG;
        return Expression.of(type, row -> Values.operate(operator, left.of(row), right.of(row), row.answering.steps()));
    }

    private Expression is(Expression left) throws PostgresException {
        boolean not = cursor.pass("not");
        if (cursor.pass("distinct")) {
            cursor.skip("from");
            Expression right = matching();
            return Expression.of(
                    CatalogType.BOOL,
                    row -> (Values.order(left.of(row), right.of(row), row.answering.steps()) != 0) != not);
        }
        SqlToken what = cursor.next();
        return Expression.of(CatalogType.BOOL, row -> {
            Object value = left.of(row);
            boolean said = what.is("null") ? value == null : value != null && Values.isTrue(value) == what.is("true");
            return said != not;
        });
    }

    private Expression matching() throws PostgresException {
        Expression left = binary(OTHERS);
        while (true) {
            String symbol = symbol(MATCHES);
            if (cursor.peek(0).is("operator") && cursor.peek(1).isSymbol("(")) {
                symbol = operator();
            }
            boolean not = symbol == null && cursor.peek(0).is("not") && isMatch(cursor.peek(1));
            if (not) {
                cursor.next();
            }
            Expression found;
            if (symbol != null) {
                found = compared(left, symbol, () -> binary(OTHERS));
            } else if (isMatch(cursor.peek(0))) {
                found = match(left);
            } else {
                return left;
            }
            Expression said = found;
            left = not ? Expression.of(CatalogType.BOOL, row -> Values.not(said.of(row))) : said;
        }
    }

    private static boolean isMatch(SqlToken token) {
        return token.is("like") || token.is("ilike") || token.is("in") || token.is("between");
    }

    private Expression match(Expression left) throws PostgresException {
        String word = cursor.next().lower();
        if (word.equals("in")) {
            Expression list = primaries.listInParentheses();
            return Expression.of(CatalogType.BOOL, row -> {
                Object value = left.of(row);
                List<@Nullable Object> others = Values.list(list.of(row), row.answering.steps());
                for (Object other : others == null ? List.of() : others) {
                    if (Values.isTrue(Values.operate("=", value, other, row.answering.steps()))) {
                        return true;
                    }
                }
                return value == null ? null : Boolean.FALSE;
            });
        }
        Expression right = binary(OTHERS);
        if (word.equals("between")) {
            cursor.skip("and");
            Expression most = binary(OTHERS);
            return Expression.of(CatalogType.BOOL, row -> {
                Object value = left.of(row);
                return Values.isTrue(Values.operate(">=", value, right.of(row), row.answering.steps()))
                        && Values.isTrue(Values.operate("<=", value, most.of(row), row.answering.steps()));
            });
        }
        if (cursor.pass("escape")) {
            cursor.next();
        }
        return Expression.of(
                CatalogType.BOOL, row -> Values.operate(word, left.of(row), right.of(row), row.answering.steps()));
    }

    /** Reads {@code OPERATOR(pg_catalog.~)}. */
    private String operator() throws PostgresException {
        cursor.next();
        cursor.next();
        if (cursor.peek(1).isSymbol(".")) {
            cursor.next();
            cursor.next();
        }
        String symbol = cursor.next().text();
        cursor.symbol(")");
        return symbol;
    }

    private Expression binary(Set<String> symbols) throws PostgresException {
        Expression left = symbols == OTHERS ? binary(SUMS) : symbols == SUMS ? binary(PRODUCTS) : unary();
        String symbol = symbol(symbols);
        while (symbol != null) {
            Set<String> tighter = symbols == OTHERS ? SUMS : PRODUCTS;
            left = compared(left, symbol, symbols == PRODUCTS ? this::unary : () -> binary(tighter));
            symbol = symbol(symbols);
        }
        return left;
    }

    private Expression unary() throws PostgresException {
        if (cursor.passSymbol("-")) {
            deeper();
            Expression inner = unary();
            depth--;
            return Expression.of(CatalogType.LONG, row -> {
                Long number = Values.number(inner.of(row));
                return number == null ? null : -number;
            });
        }
        cursor.passSymbol("+");
        return primaries.withSuffixes();
    }

    private @Nullable String symbol(Set<String> symbols) {
        SqlToken token = cursor.peek(0);
        if (token.kind() == SqlToken.Kind.SYMBOL && symbols.contains(token.text())) {
            return cursor.next().text();
        }
        return null;
    }
}
