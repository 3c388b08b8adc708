package dev.tollbooth.internal.digest;

import dev.tollbooth.internal.lexer.SqlLexer;

/**
 * A test that recognizes {@code "x"} as a name by the words before it, in dialects in which {@code "x"} may also be a
 * string. Not thread-safe: it reads the lexer's token and the reduced tokens before it.
 */
final class NamePlaces {

    private static final String[] AFTER_FROM =
            ("where join inner left right full cross natural as group order having limit union except "
                            + "intersect set using on window fetch offset returning with outer for option")
                    .split(" ", -1);

    private final SqlLexer lexer;
    private final TokenStack stack;

    NamePlaces(SqlLexer lexer, TokenStack stack) {
        this.lexer = lexer;
        this.stack = stack;
    }

    /** Returns whether {@code "x"} names a table or an alias in a query or in a change of rows. */
    boolean inQuery() {
        return stack.isWord(0, "join")
                || stack.isWord(0, "into")
                || stack.isWord(0, "update")
                || stack.isWord(0, "as")
                || (stack.isWord(0, "from") && !stack.isWord(1, "distinct") && endsFrom());
    }

    /** Returns whether {@code "x"} names an object that a statement creates, changes or drops. */
    boolean inDefinition() {
        return stack.isWord(0, "table")
                || stack.isWord(0, "view")
                || stack.isWord(0, "index")
                || (stack.isWord(0, "exists") && (stack.isWord(1, "if") || stack.isWord(1, "not")));
    }

    /** Returns whether the next token can follow a table: {@code trim(from "x")} has a value there. */
    private boolean endsFrom() {
        char[] text = lexer.text;
        int i = lexer.pos;
        while (SqlLexer.isSpace(text[i])) {
            i++;
        }
        if (i >= lexer.limit || text[i] == ';' || text[i] == ',') {
            return true;
        }
        for (String word : AFTER_FROM) {
            if (startsWith(i, word)) {
                return true;
            }
        }
        return false;
    }

    private boolean startsWith(int at, String word) {
        int n = word.length();
        if (at + n > lexer.limit) {
            return false;
        }
        for (int i = 0; i < n; i++) {
            if ((lexer.text[at + i] | 0x20) != word.charAt(i)) {
                return false;
            }
        }
        return !Character.isLetterOrDigit(lexer.text[at + n]) && lexer.text[at + n] != '_';
    }
}
