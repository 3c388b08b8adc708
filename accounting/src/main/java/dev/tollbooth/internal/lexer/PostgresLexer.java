package dev.tollbooth.internal.lexer;

import dev.tollbooth.statement.SqlDialect;

/**
 * A lexer that reads the tokens of PostgreSQL's scanner, with the {@code ?} and {@code ??} of JDBC.
 *
 * <p>It also reads the text of {@code pg_stat_statements}: {@code $1} is a parameter even right behind a keyword or
 * type, because the server replaced the literal of {@code date'2024-01-01'}.
 */
public final class PostgresLexer extends PostgresStringLexer {

    // the classes up to DOLLAR are characters of words
    private static final int WORD = 0;
    private static final int DIGIT = 1;
    private static final int DOLLAR = 2;
    private static final int QUOTE = 3;
    private static final int DOUBLE_QUOTE = 4;
    private static final int SINGLE = 5;
    private static final int OPERATOR = 6;
    private static final int COLON = 7;
    private static final int DOT = 8;
    private static final int PARAMETER = 9;
    private static final int UNKNOWN = 10;

    /** The server's limit of a name's length, which also holds for operators. */
    private static final int LONGEST_OPERATOR = 63;

    private static final String SQUASHED = "/*, ... */";

    private static final byte[] CLASSES = classes();
    private static final byte[] LOWER = lowerOfWords(CLASSES, DOLLAR);
    private static final boolean[] MAY_END_IN_SIGN = mayEndInSign();

    public PostgresLexer(SqlDialect dialect) {
        super(dialect);
    }

    private static byte[] classes() {
        byte[] t = table(UNKNOWN);
        for (char c = 'a'; c <= 'z'; c++) {
            t[c] = WORD;
            t[c - 32] = WORD;
        }
        t['_'] = WORD;
        set(t, "0123456789", DIGIT);
        set(t, "$", DOLLAR);
        set(t, "'", QUOTE);
        set(t, "\"", DOUBLE_QUOTE);
        set(t, ",()[];{}\\", SINGLE);
        set(t, "~!@#^&|`+-*/%<>=", OPERATOR);
        set(t, ":", COLON);
        set(t, ".", DOT);
        set(t, "?", PARAMETER);
        return t;
    }

    private static boolean[] mayEndInSign() {
        boolean[] may = new boolean[128];
        for (char c : "~!@#^&|`%".toCharArray()) {
            may[c] = true;
        }
        return may;
    }

    @Override
    int next() {
        while (true) {
            char c = text[pos];
            while (isSpace(c)) {
                c = text[++pos];
            }
            tokenStart = pos;
            if (c < 128 && CLASSES[c] == WORD) {
                return word();
            } else if (pos >= limit) {
                return token(Token.END);
            } else if (c == '-' && text[pos + 1] == '-') {
                pos = endOfLine(pos);
            } else if (c == '/' && text[pos + 1] == '*') {
                int after = endOfNestedComment(pos + 2);
                if (after < 0) {
                    pos = limit;
                    return token(Token.END);
                }
                pos = after;
                if (isSquashMark()) {
                    return token(Token.SQUASHED);
                }
            } else {
                return c >= 128 ? word() : token(c);
            }
        }
    }

    private boolean isSquashMark() {
        int n = SQUASHED.length();
        for (int i = 0; i < n; i++) {
            if (text[tokenStart + i] != SQUASHED.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private int token(char c) {
        return switch (CLASSES[c]) {
            case WORD -> word();
            case DIGIT -> number();
            case DOLLAR -> dollar();
            case QUOTE -> plainString();
            case DOUBLE_QUOTE -> quotedName(1);
            case SINGLE -> {
                if (c == ';') {
                    statementEnds();
                }
                pos++;
                yield token(Token.OPERATOR);
            }
            case OPERATOR -> operator();
            case COLON -> {
                pos += text[pos + 1] == ':' || text[pos + 1] == '=' ? 2 : 1;
                yield token(Token.OPERATOR);
            }
            case DOT -> dot();
            case PARAMETER -> {
                pos += text[pos + 1] == '?' ? 2 : 1;
                yield token(Token.PARAMETER);
            }
            default -> invalid();
        };
    }

    private int word() {
        int kind = word(LOWER);
        int length = pos - tokenStart;
        if (length == 1) {
            return letter(kind);
        } else if (wordBits >= 128 && length > 2) {
            // the packed form can't hold a dollar
            splitParameter();
        }
        return kind;
    }

    /** Reads a word of one letter, or a literal or name that begins with that letter. */
    private int letter(int kind) {
        char after = text[pos];
        char first = (char) (text[tokenStart] | 0x20);
        if (after == '\'' && (first == 'e' || first == 'b' || first == 'x')) {
            return first == 'e' ? string(true) : bits();
        } else if (after == '&' && first == 'u' && text[pos + 1] == '\'') {
            pos++;
            return string(false);
        } else if (after == '&' && first == 'u' && text[pos + 1] == '"') {
            pos++;
            return quotedName(3);
        }
        return kind;
    }

    /** Splits {@code $1} off the word if a keyword or a type precedes it. */
    private void splitParameter() {
        int i = tokenStart + 1;
        while (i < pos && text[i] != '$') {
            i++;
        }
        if (i < pos && isDigit(text[i + 1])) {
            int flags = Keywords.find(new String(text, tokenStart, i - tokenStart));
            if ((flags & Keywords.KEYWORD) != 0 || isType(flags & Keywords.CLASS_MASK)) {
                backTo(i);
                end = i;
                wordBits = 128;
            }
        }
    }

    private static boolean isType(int wordClass) {
        return wordClass == WordClass.TYPE || wordClass == WordClass.FIELD;
    }

    private int quotedName(int quotes) {
        int after = endOfQuotes(tokenStart + quotes, '"', false);
        if (after < 0) {
            pos = limit;
            return invalid();
        }
        pos = after;
        return quoted(Token.QUOTED, quotes, '"');
    }

    private int dollar() {
        int i = pos + 1;
        if (isDigit(text[i])) {
            pos = digits(i);
            return token(Token.PARAMETER);
        }
        while (text[i] >= 128 || CLASSES[text[i]] <= DIGIT) {
            i++;
        }
        if (text[i] != '$') {
            reread += i - pos;
            pos++;
            return token(Token.OPERATOR);
        }
        int after = endOfDollarQuotes(i + 1, i - pos);
        if (after < 0) {
            pos = limit;
            return invalid();
        }
        pos = after;
        return token(Token.STRING);
    }

    /**
     * Returns the index after the next occurrence of the tag at {@code pos}, whose last dollar is {@code length}
     * characters further.
     */
    private int endOfDollarQuotes(int from, int length) {
        int i = find('$', from);
        while (i >= 0) {
            int k = 1;
            while (k <= length && i + k < limit && text[i + k] == text[pos + k]) {
                k++;
            }
            if (k > length) {
                return i + k;
            }
            i = find('$', i + 1);
        }
        return NOT_FOUND;
    }

    /**
     * Reads the longest run of operator characters, without comments and without signs that may not end an operator.
     */
    private int operator() {
        int i = pos;
        int most = Math.min(limit, pos + LONGEST_OPERATOR);
        boolean signMayEnd = false;
        while (i < most && text[i] < 128 && CLASSES[text[i]] == OPERATOR && !(i > pos && isComment(i))) {
            signMayEnd |= MAY_END_IN_SIGN[text[i]];
            i++;
        }
        int scanned = i;
        while (!signMayEnd && i > pos + 1 && (text[i - 1] == '+' || text[i - 1] == '-')) {
            i--;
        }
        reread += scanned - i;
        pos = i;
        return token(Token.OPERATOR);
    }

    private boolean isComment(int i) {
        return (text[i] == '-' && text[i + 1] == '-') || (text[i] == '/' && text[i + 1] == '*');
    }

    private int dot() {
        if (isDigit(text[pos + 1])) {
            return fraction(pos);
        }
        pos += text[pos + 1] == '.' ? 2 : 1;
        return token(Token.OPERATOR);
    }

    private int number() {
        char second = (char) (text[pos + 1] | 0x20);
        if (text[pos] == '0' && (second == 'x' || second == 'o' || second == 'b')) {
            int i = pos + 2;
            while (isHexDigit(text[i]) || text[i] == '_') {
                i++;
            }
            if (i > pos + 2) {
                pos = i;
                return token(Token.HEX);
            }
        }
        int i = groupedDigits(pos);
        if (text[i] == '.' && text[i + 1] != '.') {
            return fraction(i);
        }
        int after = exponent(i);
        pos = after;
        return token(after > i ? Token.DECIMAL : Token.INTEGER);
    }

    private int fraction(int point) {
        pos = exponent(groupedDigits(point + 1));
        return token(Token.DECIMAL);
    }

    private int exponent(int from) {
        if ((text[from] | 0x20) != 'e') {
            return from;
        }
        int i = text[from + 1] == '+' || text[from + 1] == '-' ? from + 2 : from + 1;
        return isDigit(text[i]) ? groupedDigits(i) : from;
    }
}
