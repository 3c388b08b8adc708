package dev.tollbooth.accounting.digest;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the statements of one text: parted by the semicolons that a dialect's lexer sees outside of parentheses and of
 * comments whose inside counts as SQL. Bodies of procedures and triggers, which only a parser could tell, are parted,
 * too.
 *
 * <p>Not thread-safe: uses the lexer that it is given.
 */
final class StatementSplitter {

    private final SqlLexer lexer;
    private int depth;

    StatementSplitter(SqlLexer lexer) {
        this.lexer = lexer;
    }

    /** Returns the texts between the semicolons, some of them perhaps blank. */
    List<String> split(String sql) {
        List<String> statements = new ArrayList<>();
        lexer.reset(sql);
        depth = 0;
        int start = 0;
        for (int kind = lexer.next(); kind > Token.INVALID; kind = lexer.next()) {
            if (kind == Token.OPERATOR && endsStatement()) {
                statements.add(sql.substring(start, lexer.tokenStart));
                start = lexer.pos;
            }
        }
        statements.add(sql.substring(start));
        return statements;
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
