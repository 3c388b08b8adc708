package dev.tollbooth.internal.digest;

import dev.tollbooth.internal.lexer.SqlLexer;

/**
 * Where {@code "x"} is surely a name, in dialects in which it may be a string, too: behind the few words that no value
 * follows. Not thread-safe: looks at the lexer's token and at what is reduced before it.
 */
final class NamePlaces {

    private static final String[] AFTER_FROM = {
        "where",
        "join",
        "inner",
        "left",
        "right",
        "full",
        "cross",
        "natural",
        "as",
        "group",
        "order",
        "having",
        "limit",
        "union",
        "except",
        "intersect",
        "set",
        "using",
        "on",
        "window",
        "fetch",
        "offset",
        "returning",
        "with",
        "outer",
        "for",
        "option"
    };

    private final SqlLexer lexer;
    private final TokenStack stack;

    NamePlaces(SqlLexer lexer, TokenStack stack) {
        this.lexer = lexer;
        this.stack = stack;
    }

    /** Whether it names a table or an alias of a query or of a change of rows. */
    boolean inQuery() {
        return stack.isWord(0, "join")
                || stack.isWord(0, "into")
                || stack.isWord(0, "update")
                || stack.isWord(0, "as")
                || (stack.isWord(0, "from") && !stack.isWord(1, "distinct") && endsFrom());
    }

    /** Whether it names what a statement creates, changes or drops. */
    boolean inDefinition() {
        return stack.isWord(0, "table")
                || stack.isWord(0, "view")
                || stack.isWord(0, "index")
                || (stack.isWord(0, "exists") && (stack.isWord(1, "if") || stack.isWord(1, "not")));
    }

    /** Whether what follows can follow a table: {@code trim(from "x")} has a value there. */
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
