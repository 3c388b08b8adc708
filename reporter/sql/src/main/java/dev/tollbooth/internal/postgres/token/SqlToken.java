package dev.tollbooth.internal.postgres.token;

import java.util.Locale;

/**
 * A token of a statement.
 *
 * @param kind what it is
 * @param text a word as written, a name or string without its quotes, a parameter's number
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
        /** Behind the last. */
        END
    }

    public static final SqlToken AT_END = new SqlToken(Kind.END, "");

    private static final int SHOWN = 40;

    /** Returns it as an error shows it. */
    public String shown() {
        return text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
    }

    /** Whether it is the unquoted {@code word}, which is in lower case. */
    public boolean is(String word) {
        return kind == Kind.WORD && text.equalsIgnoreCase(word);
    }

    public boolean isSymbol(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }

    /** Whether it names something, in quotes or not. */
    public boolean isName() {
        return kind == Kind.WORD || kind == Kind.NAME;
    }

    public String lower() {
        return text.toLowerCase(Locale.ROOT);
    }

    /** Returns a name as it is known by: in lower case where it is not in quotes. */
    public String folded() {
        return kind == Kind.WORD ? lower() : text;
    }

    /** Returns it as a client may write it. */
    public String written() {
        return kind == Kind.PARAMETER ? '$' + text : toH2();
    }

    /** Returns it as H2 reads it, which leaves nothing to its own reading of quotes and comments. */
    public String toH2() {
        return switch (kind) {
            case WORD, NUMBER, SYMBOL, END -> text;
            case NAME -> '"' + text.replace("\"", "\"\"") + '"';
            case STRING -> '\'' + text.replace("'", "''") + '\'';
            case PARAMETER -> '?' + text;
        };
    }
}
