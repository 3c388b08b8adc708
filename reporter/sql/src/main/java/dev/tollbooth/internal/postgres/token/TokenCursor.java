package dev.tollbooth.internal.postgres.token;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.util.List;

/** A cursor over a statement's tokens. Not thread-safe. */
public final class TokenCursor {

    private final List<SqlToken> tokens;
    private int at;

    /** Makes a cursor over {@code tokens}. */
    public TokenCursor(List<SqlToken> tokens) {
        this.tokens = tokens;
    }

    /** Returns the token {@code ahead} places after the next one; {@link SqlToken#AT_END} after the last. */
    public SqlToken peek(int ahead) {
        int index = at + ahead;
        return index >= 0 && index < tokens.size() ? tokens.get(index) : SqlToken.AT_END;
    }

    /** Returns the next token, and moves past it. */
    public SqlToken next() {
        SqlToken token = peek(0);
        at++;
        return token;
    }

    public boolean atEnd() {
        return at >= tokens.size();
    }

    /** Skips {@code word} if it comes next. */
    public void skip(String word) {
        if (peek(0).is(word)) {
            at++;
        }
    }

    /** Skips {@code word} if it comes next; returns whether it did. */
    public boolean pass(String word) {
        boolean is = peek(0).is(word);
        at += is ? 1 : 0;
        return is;
    }

    /** Skips {@code first} and {@code second} if they come next; returns whether they did. */
    public boolean pass(String first, String second) {
        boolean are = peek(0).is(first) && peek(1).is(second);
        at += are ? 2 : 0;
        return are;
    }

    /** Skips {@code symbol} if it comes next; returns whether it did. */
    public boolean passSymbol(String symbol) {
        boolean is = peek(0).isSymbol(symbol);
        at += is ? 1 : 0;
        return is;
    }

    /** Skips {@code symbol}, which must come next. */
    public void symbol(String symbol) throws PostgresException {
        if (!passSymbol(symbol)) {
            throw unexpected(peek(0));
        }
    }

    /** Returns the next token, which must exist. */
    public SqlToken nextOfStatement() throws PostgresException {
        if (atEnd()) {
            throw unexpected(SqlToken.AT_END);
        }
        return next();
    }

    /** Returns the next token, which must be a name. */
    public SqlToken name() throws PostgresException {
        SqlToken token = next();
        if (!token.isName()) {
            throw unexpected(token);
        }
        return token;
    }

    /** Checks that no token follows. */
    public void end() throws PostgresException {
        if (!atEnd()) {
            throw unexpected(peek(0));
        }
    }

    /** Returns the error for an unexpected token. */
    public static PostgresException unexpected(SqlToken token) {
        return PostgresException.error(
                PostgresException.SYNTAX,
                token.kind() == SqlToken.Kind.END
                        ? "syntax error at end of input"
                        : "syntax error at or near \"" + token.shown() + "\"");
    }
}
