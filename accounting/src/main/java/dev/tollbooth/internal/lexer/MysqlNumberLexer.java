package dev.tollbooth.internal.lexer;

/**
 * A lexer that reads the numbers of TiDB's scanner: a token that begins with a digit, {@code x'} or {@code b'} may turn
 * out to be a word.
 */
public abstract class MysqlNumberLexer extends SqlLexer {

    // the classes up to DIGIT are characters of words
    static final int WORD = 0;
    static final int LETTER_N = 1;
    static final int LETTER_X = 2;
    static final int LETTER_B = 3;
    static final int DIGIT = 4;
    static final int SPACE = 5;
    static final int OPERATOR = 6;
    static final int QUOTE = 7;
    static final int BACK_QUOTE = 8;
    static final int DASH = 9;
    static final int SLASH = 10;
    static final int STAR = 11;
    static final int SHARP = 12;
    static final int AT = 13;
    static final int DOT = 14;
    static final int PARAMETER = 15;
    static final int BACKSLASH = 16;
    static final int UNKNOWN = 17;
    /** An operator that is no prefix of another one. */
    static final int SINGLE = 18;

    static final byte[] CLASSES = classes();
    static final byte[] LOWER = lowerOfWords(CLASSES, DIGIT);

    private static byte[] classes() {
        byte[] t = table(UNKNOWN);
        set(t, "ACDEFGHIJKLMOPQRSTUVWYZacdefghijklmopqrstuvwyz_$", WORD);
        set(t, "Nn", LETTER_N);
        set(t, "Xx", LETTER_X);
        set(t, "Bb", LETTER_B);
        set(t, "0123456789", DIGIT);
        set(t, " \t\n\u000b\f\r", SPACE);
        set(t, "+()[];,%^~={}", SINGLE);
        set(t, "><&:|!", OPERATOR);
        set(t, "'\"", QUOTE);
        set(t, "`", BACK_QUOTE);
        set(t, "-", DASH);
        set(t, "/", SLASH);
        set(t, "*", STAR);
        set(t, "#", SHARP);
        set(t, "@", AT);
        set(t, ".", DOT);
        set(t, "?", PARAMETER);
        set(t, "\\", BACKSLASH);
        return t;
    }

    public static boolean isWordChar(char c) {
        return c >= 128 || CLASSES[c] <= DIGIT;
    }

    final int hexString() {
        pos += 2;
        while (isHexDigit(text[pos])) {
            pos++;
        }
        if (text[pos] != '\'') {
            return invalid();
        }
        pos++;
        return token(Token.HEX);
    }

    final int bitString() {
        pos += 2;
        while (text[pos] == '0' || text[pos] == '1') {
            pos++;
        }
        if (text[pos] != '\'') {
            return invalid();
        }
        pos++;
        return token(Token.BIT);
    }

    final int dot() {
        if (!isDigit(text[pos + 1])) {
            pos++;
            return token(Token.OPERATOR);
        }
        int kind = decimal();
        return kind == Token.WORD ? invalid() : kind;
    }

    final int number() {
        char c = text[pos++];
        int kind = Token.INTEGER;
        if (c == '0') {
            char second = text[pos];
            if (second == 'x' || second == 'X') {
                int from = ++pos;
                while (isHexDigit(text[pos])) {
                    pos++;
                }
                if (pos == from) {
                    return wordFrom();
                }
                kind = Token.HEX;
            } else if (second == 'b') {
                int from = ++pos;
                while (text[pos] == '0' || text[pos] == '1') {
                    pos++;
                }
                if (pos == from || isDigit(text[pos])) {
                    return wordFrom();
                }
                kind = Token.BIT;
            } else if (second == 'B') {
                return wordFrom();
            }
        }
        pos = digits(pos);
        char after = text[pos];
        if (after == '.' || after == 'e' || after == 'E') {
            return decimal();
        }
        return isWordChar(after) ? wordFrom() : token(kind);
    }

    /** Reads the rest of a word that began like a number. */
    private int wordFrom() {
        while (isWordChar(text[pos])) {
            pos++;
        }
        wordBits = 128;
        return token(Token.WORD);
    }

    /**
     * Reads the token again as a number with a point or an exponent, or as a word if no digit follows the exponent's
     * sign.
     */
    private int decimal() {
        backTo(tokenStart);
        pos = digits(pos);
        if (text[pos] == '.') {
            pos = digits(pos + 1);
        }
        if (text[pos] != 'e' && text[pos] != 'E') {
            return token(Token.DECIMAL);
        }
        int exponent = text[pos + 1] == '-' || text[pos + 1] == '+' ? pos + 2 : pos + 1;
        if (isDigit(text[exponent])) {
            pos = digits(exponent);
            return token(Token.DECIMAL);
        }
        backTo(tokenStart);
        return wordFrom();
    }
}
