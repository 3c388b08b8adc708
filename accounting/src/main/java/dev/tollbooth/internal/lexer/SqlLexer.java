package dev.tollbooth.internal.lexer;

import java.util.Arrays;

/**
 * A lexer that splits SQL text into tokens in one pass without copying: {@link #advance} leaves a token's position in
 * fields.
 *
 * <p>Not thread-safe. An instance reads one statement after the other.
 */
public abstract class SqlLexer extends TextWindow {

    /** The form of a token whose text is the window without changes. */
    public static final int VERBATIM = 0;

    static final int DOUBLED_QUOTE = 1;
    public static final int STRING_ESCAPES = 2;

    static final int NOT_FOUND = -1;

    /** The distance to the window's end within which a token may be cut; operators look up to 63 characters ahead. */
    private static final int LOOK_AHEAD = 128;

    /** The farthest index that the last token examined before turning back. */
    private int farthest;

    private boolean tokenTooLong;
    /** The begin of the token, quotes included. */
    public int tokenStart;
    /** The range of the token's text, without quotes. */
    public int start;

    public int end;
    /** The form of the token's text: VERBATIM, DOUBLED_QUOTE or STRING_ESCAPES. */
    public int form;
    /** The quote that is doubled, or that ended the string. */
    public char quote;
    /** A value above 127 if the packed form of the last word is invalid. */
    public int wordBits;
    /** The first eight characters of the last word in lower case, from the lowest byte on. */
    public long head;

    /** The eight characters after {@link #head}, in the same form. */
    public long tail;
    /** The text between {@code @@} and a quoted name. */
    public String prefix = "";
    /** The number of characters read twice: a measure of linear work in tests. */
    public long reread;

    /** Reads the next token within the window and returns its kind. */
    abstract int next();

    /** Reads the next token and returns its kind. */
    public final int advance() {
        return holdsRest() ? next() : advanceWindow();
    }

    /** Reads a token, once more if the window's end may have cut it; returns its kind. */
    private int advanceWindow() {
        while (true) {
            int before = pos;
            long rereadBefore = reread;
            farthest = 0;
            saveState();
            int kind = next();
            if (holdsRest() || Math.max(pos, farthest) + LOOK_AHEAD <= limit) {
                return kind;
            }
            pos = before;
            reread = rereadBefore;
            restoreState();
            if (!move()) {
                tokenTooLong = true;
                leaveRest();
                tokenStart = pos;
                return token(Token.END);
            }
        }
    }

    /** Saves the lexer's state besides the position, for {@link #restoreState}. */
    void saveState() {}

    void restoreState() {}

    /** Returns whether the lexer stopped at a token that exceeds the longest allowed one. */
    public final boolean foundTooLongToken() {
        return tokenTooLong;
    }

    /** Returns whether the last token is outside of all comments whose inside counts as SQL. */
    boolean isOutsideComments() {
        return true;
    }

    /** Begins to read a text. */
    public void reset(String sql) {
        open(sql);
        tokenTooLong = false;
        reread = 0;
    }

    final int token(int kind) {
        start = tokenStart;
        end = pos;
        form = VERBATIM;
        return kind;
    }

    /** Sets the range of a token whose text lies between two quotes of one character; returns {@code kind}. */
    final int quoted(int kind, int quotes, char quoteChar) {
        start = tokenStart + quotes;
        end = pos - 1;
        form = DOUBLED_QUOTE;
        quote = quoteChar;
        return kind;
    }

    final int empty() {
        start = tokenStart;
        end = tokenStart;
        form = VERBATIM;
        return Token.EMPTY;
    }

    final int invalid() {
        return Token.INVALID;
    }

    /** Turns the rest of the text into one literal, because the place of a literal in it is uncertain. */
    final int maskRest() {
        pos = limit;
        return token(Token.STRING);
    }

    /** Moves back to read the same characters in another way. */
    final void backTo(int position) {
        farthest = Math.max(farthest, pos);
        reread += pos - position;
        pos = position;
    }

    /** Returns the index of a character from {@code from} on, or {@link #NOT_FOUND}. */
    final int find(char wanted, int from) {
        char[] chars = text;
        int n = limit;
        for (int i = from; i < n; i++) {
            if (chars[i] == wanted) {
                return i;
            }
        }
        farthest = limit;
        return NOT_FOUND;
    }

    /** Returns the index after the end of a C comment whose inside begins at {@code from}. */
    final int endOfComment(int from) {
        char[] chars = text;
        int n = limit;
        for (int i = from; i < n; i++) {
            if (chars[i] == '*' && chars[i + 1] == '/' && i + 1 < n) {
                return i + 2;
            }
        }
        return NOT_FOUND;
    }

    /** Returns the index after the end of a nested comment whose inside begins at {@code from}. */
    final int endOfNestedComment(int from) {
        char[] chars = text;
        int n = limit - 1;
        int depth = 1;
        int i = from;
        while (i < n) {
            if (chars[i] == '*' && chars[i + 1] == '/') {
                i += 2;
                if (--depth == 0) {
                    return i;
                }
            } else if (chars[i] == '/' && chars[i + 1] == '*') {
                i += 2;
                depth++;
            } else {
                i++;
            }
        }
        return NOT_FOUND;
    }

    final int endOfLine(int from) {
        int i = find('\n', from);
        return i < 0 ? limit : i;
    }

    /** Returns the index after the quote that ends a string whose inside begins at {@code from}. */
    final int endOfQuotes(int from, char quoteChar, boolean backslashes) {
        long quotes = EightBytes.of(quoteChar);
        long escapes = backslashes ? EightBytes.of('\\') : quotes;
        byte[] bytes = ascii;
        int n = limit;
        int i = from;
        while (i < n) {
            long eight = EightBytes.at(bytes, i);
            long marks = EightBytes.matches(eight, quotes) | EightBytes.matches(eight, escapes);
            i += EightBytes.before(marks);
            if (marks != 0) {
                if (bytes[i] == quoteChar && bytes[i + 1] != quoteChar) {
                    return i + 1;
                }
                i += 2;
            }
        }
        return NOT_FOUND;
    }

    /**
     * Returns whether a backslash precedes a quote in the string from {@code from} to {@code to}. If a backslash
     * escapes, such a string ends elsewhere.
     */
    final boolean hasEscapedQuote(int from, int to, char quoteChar) {
        long escapes = EightBytes.of('\\');
        int i = from;
        while (i < to) {
            long marks = EightBytes.matches(EightBytes.at(ascii, i), escapes);
            i += EightBytes.before(marks);
            if (marks != 0) {
                if (i + 1 < to && text[i + 1] == quoteChar) {
                    return true;
                }
                i += 2;
            }
        }
        return false;
    }

    /**
     * Reads a word by a table with the lower case of ASCII word characters; all non-ASCII characters belong to the
     * word. It packs the word's first sixteen characters; most words have no more.
     */
    final int word(byte[] lower) {
        byte[] bytes = ascii;
        int i = pos;
        long eight = EightBytes.at(bytes, i);
        long letters = EightBytes.letters(eight);
        long ends = EightBytes.wordEnds(eight, letters);
        head = EightBytes.cut(EightBytes.lower(eight, letters), ends);
        tail = 0;
        wordBits = 0;
        i += EightBytes.before(ends);
        if (ends == 0) {
            eight = EightBytes.at(bytes, i);
            letters = EightBytes.letters(eight);
            ends = EightBytes.wordEnds(eight, letters);
            tail = EightBytes.cut(EightBytes.lower(eight, letters), ends);
            i += EightBytes.before(ends);
        }
        pos = bytes[i] < 0 || lower[bytes[i]] != 0 ? restOfWord(lower, i) : i;
        return token(Token.WORD);
    }

    /**
     * Skips the rest of a word that is longer than the packed form, or has other characters; returns the index after
     * it.
     */
    private int restOfWord(byte[] lower, int from) {
        wordBits = 128;
        byte[] bytes = ascii;
        int i = from;
        while (bytes[i] < 0 || lower[bytes[i]] != 0) {
            i++;
        }
        return i;
    }

    /** Returns the table for {@link #word}, of characters with classes up to {@code lastOfWords}. */
    static byte[] lowerOfWords(byte[] classes, int lastOfWords) {
        byte[] lower = new byte[128];
        for (int c = 0; c < lower.length; c++) {
            if (classes[c] <= lastOfWords) {
                lower[c] = (byte) (c >= 'A' && c <= 'Z' ? c | 0x20 : c);
            }
        }
        return lower;
    }

    public static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    static boolean isHexDigit(char c) {
        return isDigit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
    }

    final int digits(int from) {
        int i = from;
        long others;
        do {
            others = EightBytes.nonDigits(EightBytes.at(ascii, i));
            i += EightBytes.before(others);
        } while (others == 0);
        return i;
    }

    /** Returns the end of digits that may have single underscores between them. */
    final int groupedDigits(int from) {
        int i = digits(from);
        while (i > from && text[i] == '_' && isDigit(text[i + 1])) {
            i = digits(i + 1);
        }
        return i;
    }

    /** Returns whether the token's text is {@code wanted} (lower case), without decoding escapes. */
    public final boolean textIs(String wanted) {
        if (end - start != wanted.length()) {
            return false;
        }
        for (int i = 0; i < wanted.length(); i++) {
            char c = text[start + i];
            if ((c >= 'A' && c <= 'Z' ? c + 32 : c) != wanted.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the token's text is one character, perhaps after a backslash of a string. */
    public final boolean textIs(char wanted) {
        int length = end - start;
        return (length == 1 && text[start] == wanted)
                || (length == 2 && form == STRING_ESCAPES && text[start] == '\\' && text[start + 1] == wanted);
    }

    /** Returns a table of the characters below 128, filled with one class. */
    public static byte[] table(int fill) {
        byte[] table = new byte[128];
        Arrays.fill(table, (byte) fill);
        return table;
    }

    public static void set(byte[] table, String chars, int value) {
        for (int i = 0; i < chars.length(); i++) {
            table[chars.charAt(i)] = (byte) value;
        }
    }
}
