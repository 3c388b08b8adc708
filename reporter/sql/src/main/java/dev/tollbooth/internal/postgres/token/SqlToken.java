package dev.tollbooth.internal.postgres.token;

import java.util.Locale;

/**
 * A token of a statement.
 *
 * @param kind the kind
 * @param text a word, number or symbol as written; a name or string without its quotes; a parameter's number
 */
public record SqlToken(Kind kind, String text) {

    /** The kind of a token. */
    public enum Kind {
        /** A keyword, or a name without quotes. */
        WORD,
        /** A name in quotes. */
        NAME,
        STRING,
        NUMBER,
        PARAMETER,
        SYMBOL,
        /** The end of the statement. */
        END
    }

    public static final SqlToken AT_END = new SqlToken(Kind.END, "");

    private static final int SHOWN = 40;

    /** Returns the text for an error, cut if it is long. */
    public String shown() {
        return text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
    }

    /** Returns whether the token is the unquoted {@code word}, which is in lower case. */
    public boolean is(String word) {
        return kind == Kind.WORD && text.equalsIgnoreCase(word);
    }

    public boolean isSymbol(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }

    /** Returns whether the token is a name, in quotes or not. */
    public boolean isName() {
        return kind == Kind.WORD || kind == Kind.NAME;
    }

    public String lower() {
        return text.toLowerCase(Locale.ROOT);
    }

    /** Returns a name, in lower case unless it is in quotes. */
    public String folded() {
        return kind == Kind.WORD ? lower() : text;
    }

    /** Returns the token in PostgreSQL's syntax. */
    public String written() {
        return kind == Kind.PARAMETER ? '$' + text : toH2();
    }

    /** Returns the token in H2's syntax, with quotes that H2 can't misread. */
    public String toH2() {
        return switch (kind) {
            case WORD, NUMBER, SYMBOL, END -> text;
            case NAME -> '"' + text.replace("\"", "\"\"") + '"';
            case STRING -> '\'' + text.replace("'", "''") + '\'';
            case PARAMETER -> '?' + text;
        };
    }
}
