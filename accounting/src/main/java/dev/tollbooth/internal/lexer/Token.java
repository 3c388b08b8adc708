package dev.tollbooth.internal.lexer;

/** The kinds of tokens of a {@link SqlLexer}. */
public final class Token {

    /** The end of the text. */
    static final int END = 0;
    /** A token that the dialect does not know or that never ends; normalization stops here. */
    public static final int INVALID = 1;
    /** A token without text, which still takes its place between two spaces. */
    public static final int EMPTY = 2;
    /** An identifier or keyword without quotes. */
    public static final int WORD = 3;
    /** An identifier in quotes. */
    public static final int QUOTED = 4;
    /** A user variable: {@code @} is not part of its range. */
    public static final int VARIABLE = 5;
    /** A system variable: {@code @@} is part of its range, or of its prefix. */
    public static final int SYSTEM_VARIABLE = 6;
    /** A national character set introducer. */
    public static final int CHARSET = 7;
    /** An operator or punctuation. */
    public static final int OPERATOR = 8;
    /** PostgreSQL's comment that stands for the rest of a list. */
    public static final int SQUASHED = 9;

    /** An integer: the first kind of literal. */
    public static final int INTEGER = 10;
    /** A number with a point or an exponent. */
    static final int DECIMAL = 11;
    /** A hexadecimal literal: the last kind that may have a sign. */
    static final int HEX = 12;
    /** A bit literal. */
    static final int BIT = 13;
    /** A string. */
    public static final int STRING = 14;
    /** A placeholder for a parameter. */
    public static final int PARAMETER = 15;
    /** A null that is a token of its own, {@code \N}. */
    static final int NULL = 16;

    private Token() {}

    public static boolean isLiteral(int kind) {
        return kind >= INTEGER;
    }

    public static boolean isNumber(int kind) {
        return kind >= INTEGER && kind <= HEX;
    }
}
