package dev.tollbooth.internal.postgres.sql;

import java.util.Locale;

/**
 * A token of a statement.
 *
 * @param kind what it is
 * @param text a word as written, a name or string without its quotes, a parameter's number
 */
record SqlToken(Kind kind, String text) {

    /** The kind of a token. */
    enum Kind {
        /** A keyword, or a name without quotes. */
        WORD,
        /** A name in quotes. */
        NAME,
        STRING,
        NUMBER,
        PARAMETER,
        SYMBOL,
        /** Behind the last. */
        END
    }

    static final SqlToken AT_END = new SqlToken(Kind.END, "");

    /** Whether it is the unquoted {@code word}, which is in lower case. */
    boolean is(String word) {
        return kind == Kind.WORD && text.equalsIgnoreCase(word);
    }

    boolean isSymbol(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }

    /** Whether it names something, in quotes or not. */
    boolean isName() {
        return kind == Kind.WORD || kind == Kind.NAME;
    }

    String lower() {
        return text.toLowerCase(Locale.ROOT);
    }

    /** Returns a name as it is known by: in lower case where it is not in quotes. */
    String folded() {
        return kind == Kind.WORD ? lower() : text;
    }

    /** Returns it as H2 reads it, which leaves nothing to its own reading of quotes and comments. */
    String toH2() {
        return switch (kind) {
            case WORD, NUMBER, SYMBOL, END -> text;
            case NAME -> '"' + text.replace("\"", "\"\"") + '"';
            case STRING -> '\'' + text.replace("'", "''") + '\'';
            case PARAMETER -> '?' + text;
        };
    }
}
