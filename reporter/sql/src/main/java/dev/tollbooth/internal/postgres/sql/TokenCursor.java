package dev.tollbooth.internal.postgres.sql;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.util.List;

/** Walks over a statement's tokens. Not thread-safe. */
final class TokenCursor {

    private final List<SqlToken> tokens;
    private int at;

    TokenCursor(List<SqlToken> tokens) {
        this.tokens = tokens;
    }

    /** Returns the token {@code ahead} of the next one, {@link SqlToken#AT_END} behind the last. */
    SqlToken peek(int ahead) {
        int index = at + ahead;
        return index >= 0 && index < tokens.size() ? tokens.get(index) : SqlToken.AT_END;
    }

    SqlToken next() {
        SqlToken token = peek(0);
        at++;
        return token;
    }

    boolean atEnd() {
        return at >= tokens.size();
    }

    /** Passes over {@code word} where it is the next. */
    void skip(String word) {
        if (peek(0).is(word)) {
            at++;
        }
    }

    SqlToken name() throws PostgresException {
        SqlToken token = next();
        if (!token.isName()) {
            throw unexpected(token);
        }
        return token;
    }

    void end() throws PostgresException {
        if (!atEnd()) {
            throw unexpected(peek(0));
        }
    }

    static PostgresException unexpected(SqlToken token) {
        return PostgresException.error(
                PostgresException.SYNTAX,
                token.kind() == SqlToken.Kind.END
                        ? "syntax error at end of input"
                        : "syntax error at or near \"" + StatementFilter.shown(token) + "\"");
    }
}
