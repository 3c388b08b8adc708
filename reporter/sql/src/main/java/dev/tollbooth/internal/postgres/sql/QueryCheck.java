package dev.tollbooth.internal.postgres.sql;

import dev.tollbooth.internal.postgres.sql.PlannedStatement.Kind;
import dev.tollbooth.internal.postgres.token.SqlToken;
import dev.tollbooth.internal.postgres.token.TokenCursor;
import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A check that a query can't take unlimited memory or time between two rows. Only known functions are accepted, no
 * value becomes longer than its parts, and every comparison is limited.
 *
 * <p>Not thread-safe.
 */
public final class QueryCheck {

    private static final int DEEPEST = 40;
    private static final int MOST_WILDCARDS = 2;
    private static final int DIGITS_OF_PRECISION = 3;

    /**
     * A text as long as the longest beginning of a digest that a query may take. Read as a number, eight hexadecimal
     * digits have at most a million digits, as {@code 1e999999} has.
     */
    private static final String DIGEST_PREFIX = "12345678";

    private final TokenCursor cursor;
    private final StringBuilder sql = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();
    private final Set<Integer> patterns = new HashSet<>();
    private final QueryShape shape = new QueryShape();
    private final ValueCost cost;
    private final boolean single;

    private QueryCheck(List<SqlToken> tokens) {
        this.cursor = new TokenCursor(tokens);
        this.single = tokens.stream()
                        .filter(token -> token.is("select") || token.is("values") || token.is("table"))
                        .count()
                == 1;
        this.cost = new ValueCost(
                single && tokens.stream().noneMatch(token -> QueryShape.CATALOG_TABLES.containsKey(token.lower())),
                tokens.stream().anyMatch(token -> token.is("like") || token.is("ilike")));
    }

    /** Returns the query for H2, with {@code prefix} before it. Throws if the check fails. */
    static PlannedStatement of(List<SqlToken> tokens, String prefix, String tag) throws PostgresException {
        QueryCheck check = new QueryCheck(tokens);
        check.sql.append(prefix);
        while (!check.cursor.atEnd()) {
            check.token();
        }
        check.shape.end();
        check.cost.end();
        List<String> names = prefix.isEmpty() ? ColumnNames.of(tokens) : List.of();
        return new PlannedStatement(
                Kind.ROWS, tag, check.sql.toString(), names, check.patterns, check.cost.texts(), null);
    }

    private SqlToken take() {
        SqlToken token = cursor.next();
        append(token);
        return token;
    }

    private void append(SqlToken token) {
        sql.append(token.toH2()).append(' ');
    }

    private void token() throws PostgresException {
        SqlToken before = cursor.peek(-1);
        SqlToken token = cursor.next();
        String schema = shape.add(token, cursor);
        sql.append(schema).append(schema.isEmpty() ? "" : ".");
        append(token);
        cost.add(token, before, cursor.peek(0));
        switch (token.kind()) {
            case WORD -> word(token, before);
            case NAME -> called(token, before);
            case STRING -> {
                boolean ofAKind = before.isName()
                        && !(before.kind() == SqlToken.Kind.WORD && SqlWords.BEFORE_STRING.contains(before.lower()));
                // H2 concatenates two successive strings
                if (ofAKind || before.kind() == SqlToken.Kind.STRING) {
                    throw TokenCursor.unexpected(token);
                }
            }
            case SYMBOL -> symbol(token, before);
            default -> {}
        }
    }

    private void symbol(SqlToken token, SqlToken before) throws PostgresException {
        switch (token.text()) {
            case "(" -> {
                open.push(before.isName() ? before.lower() : "");
                if (open.size() > DEEPEST) {
                    throw PostgresException.error(
                            PostgresException.TOO_COMPLEX, "parentheses too deep: limit=" + DEEPEST + "; simplify it");
                }
            }
            case ")" -> {
                if (open.poll() == null) {
                    throw TokenCursor.unexpected(token);
                }
            }
            case "::" -> type();
            case "||" -> throw refused("||", "concatenate texts in the client");
            default -> {}
        }
    }

    private void word(SqlToken token, SqlToken before) throws PostgresException {
        String word = token.lower();
        if (SqlWords.REFUSED.contains(word)) {
            throw refused(token.shown(), "live tables are read by SELECT and emptied by TRUNCATE");
        }
        if (word.equals("as") && "cast".equals(open.peek())) {
            type();
        } else if (word.equals("like") || word.equals("ilike")) {
            pattern();
        } else {
            called(token, before);
        }
    }

    /** Checks a word or name before a parenthesis. */
    private void called(SqlToken token, SqlToken before) throws PostgresException {
        if (!cursor.peek(0).isSymbol("(")) {
            return;
        }
        String name = token.lower();
        boolean keyword = token.kind() == SqlToken.Kind.WORD && SqlWords.BEFORE_PARENTHESIS.contains(name);
        if (keyword || isColumnList(before)) {
            return;
        }
        if (!SqlWords.FUNCTIONS.contains(name)) {
            throw refused("function " + token.shown(), "functions served: docs/guide/sql-tables.md");
        }
        if (name.equals("left") || name.equals("substring")) {
            beginning(name);
        }
    }

    /** Returns whether {@code name (a, b)} renames columns: after AS or a parenthesis, or before AS and a query. */
    private boolean isColumnList(SqlToken before) {
        int i = 1;
        while (cursor.peek(i).isName() && cursor.peek(i + 1).isSymbol(",")) {
            i += 2;
        }
        return !single
                && cursor.peek(i).isName()
                && cursor.peek(i + 1).isSymbol(")")
                && (before.is("as")
                        || before.isSymbol(")")
                        || (cursor.peek(i + 2).is("as") && cursor.peek(i + 3).isSymbol("(")));
    }

    /**
     * Accepts {@code left(column, n)} and {@code substring(column, 1, n)} only for a column of a table. In any other
     * text, digits and an E could form a huge number.
     */
    private void beginning(String name) throws PostgresException {
        int i = 1;
        while (cursor.peek(i).isName() && cursor.peek(i + 1).isSymbol(".")) {
            i += 2;
        }
        SqlToken column = cursor.peek(i++);
        boolean admitted = single && column.isName();
        if (name.equals("substring")) {
            boolean words = cursor.peek(i).is("from");
            admitted &= (words || cursor.peek(i).isSymbol(","))
                    && cursor.peek(i + 1).text().equals("1");
            admitted &=
                    words ? cursor.peek(i + 2).is("for") : cursor.peek(i + 2).isSymbol(",");
            i += 2;
        } else {
            admitted &= cursor.peek(i).isSymbol(",");
        }
        SqlToken length = cursor.peek(i + 1);
        admitted &= length.kind() == SqlToken.Kind.NUMBER && cursor.peek(i + 2).isSymbol(")");
        if (!admitted) {
            throw refused(
                    name + " of this",
                    "use left(column, 60) or substring(column, 1, 60), in a statement without sub-select");
        }
        if (column.lower().equals("digest") && !isUpTo(length.text(), DIGEST_PREFIX.length())) {
            throw refused(name + " of a digest beyond its first 8 characters", "shorten or show it whole");
        }
    }

    private static boolean isUpTo(String number, int most) {
        return number.length() == 1 && Character.digit(number.charAt(0), 10) <= most;
    }

    private void pattern() throws PostgresException {
        SqlToken pattern = cursor.peek(0);
        cost.pattern();
        if (pattern.kind() == SqlToken.Kind.STRING) {
            cost.texts().checkPattern(pattern.text());
        } else if (pattern.kind() == SqlToken.Kind.PARAMETER) {
            patterns.add(Integer.valueOf(pattern.text()));
        } else {
            throw refused("LIKE with a pattern that is computed", "use a string or a parameter");
        }
    }

    /** Rejects a pattern whose search is more than quadratic in the text's length. */
    public static void checkPattern(String pattern) throws PostgresException {
        if (wildcards(pattern) > MOST_WILDCARDS) {
            throw refused("pattern with more than " + MOST_WILDCARDS + " % before its end", "use several LIKE");
        }
    }

    /** Returns the number of % before the end of a pattern. */
    static int wildcards(String pattern) {
        int wildcards = 0;
        for (int i = 0; i < pattern.length() - 1; i++) {
            wildcards += pattern.charAt(i) == '%' ? 1 : 0;
        }
        return wildcards;
    }

    private void type() throws PostgresException {
        SqlToken type = cursor.peek(0);
        if (type.kind() != SqlToken.Kind.WORD || !SqlWords.TYPES.contains(type.lower())) {
            throw refused("type " + type.shown(), "types served: " + String.join(", ", sortedTypes()));
        }
        take();
        cost.type(type);
        if (cursor.peek(0).isSymbol("(") && !isPrecision(type.lower())) {
            throw refused("type " + type.lower() + " with a length", "leave it out");
        }
        if (cursor.peek(0).isSymbol("(")) {
            while (!take().isSymbol(")")) {
                // digits and a comma
            }
        }
    }

    private boolean isPrecision(String type) {
        int i = 1;
        while (isSmall(cursor.peek(i)) && cursor.peek(i + 1).isSymbol(",")) {
            i += 2;
        }
        return SqlWords.TYPES_WITH_PRECISION.contains(type)
                && isSmall(cursor.peek(i))
                && cursor.peek(i + 1).isSymbol(")");
    }

    private static boolean isSmall(SqlToken token) {
        return token.kind() == SqlToken.Kind.NUMBER && token.text().length() <= DIGITS_OF_PRECISION;
    }

    private static List<String> sortedTypes() {
        return SqlWords.TYPES.stream().sorted().toList();
    }

    static PostgresException refused(String what, String remedy) {
        return PostgresException.error(PostgresException.REFUSED, what + " is refused: " + remedy);
    }
}
