package dev.tollbooth.internal.lexer;

import java.util.ArrayList;
import java.util.List;

/**
 * A splitter of a text into statements, at its semicolons. A semicolon inside parentheses, a literal, a comment or a
 * password does not end a statement. Bodies of procedures and triggers are split too, because only a parser could
 * recognize them.
 *
 * <p>Not thread-safe: it uses the lexer that it is given.
 */
public final class StatementSplitter {

    private final SqlLexer lexer;
    private final Credentials credentials;
    private int depth;

    public StatementSplitter(SqlLexer lexer, Credentials credentials) {
        this.lexer = lexer;
        this.credentials = credentials;
    }

    /** Returns the texts between the semicolons, blank ones included. */
    public List<String> split(String sql) {
        List<String> statements = new ArrayList<>();
        lexer.reset(sql);
        credentials.begin();
        depth = 0;
        int start = 0;
        for (int kind = lexer.advance(); kind > Token.INVALID; kind = lexer.advance()) {
            if (!isInPassword(kind) && kind == Token.OPERATOR && endsStatement()) {
                statements.add(sql.substring(start, lexer.indexInText(lexer.tokenStart)));
                start = lexer.indexInText(lexer.pos);
            }
        }
        statements.add(sql.substring(start));
        return statements;
    }

    private boolean isInPassword(int kind) {
        boolean looks = !credentials.isIdle() || lexer.text[lexer.tokenStart] == ';';
        return looks && credentials.take(kind) == CredentialVerdict.DROP;
    }

    private boolean endsStatement() {
        switch (lexer.text[lexer.tokenStart]) {
            case '(' -> depth++;
            case ')' -> depth = Math.max(0, depth - 1);
            case ';' -> {
                return depth == 0 && lexer.isOutsideComments();
            }
            default -> {}
        }
        return false;
    }
}
