package dev.tollbooth.internal.lexer;

import dev.tollbooth.statement.SqlDialect;

/** A lexer that reads the tokens of standard SQL, and of dialects that differ in a few tokens. */
public sealed class AnsiLexer extends SqlLexer permits GenericLexer {

    // the classes up to DIGIT are characters of words
    private static final int WORD = 0;
    private static final int DOLLAR = 1;
    private static final int DIGIT = 2;
    private static final int QUOTE = 3;
    private static final int NAME_QUOTE = 4;
    private static final int BRACKET = 5;
    private static final int SINGLE = 6;
    private static final int OPERATOR = 7;
    private static final int DOT = 8;
    private static final int PARAMETER = 9;
    private static final int UNKNOWN = 10;

    private static final byte[] CLASSES = classes();
    private static final byte[] LOWER = lowerOfWords(CLASSES, DIGIT);

    private final boolean brackets;
    private final boolean nestedComments;
    /**
     * Whether it is unknown if comments nest: a comment may end at the first end mark, or after all nested comments.
     */
    private final boolean perhapsNested;

    private final boolean lineComments;
    private final boolean dollarQuotes;
    private final boolean alternativeQuotes;
    private final boolean money;

    AnsiLexer(SqlDialect dialect) {
        brackets = dialect == SqlDialect.SQLSERVER || dialect == SqlDialect.SQLITE;
        nestedComments = dialect == SqlDialect.SQLSERVER
                || dialect == SqlDialect.H2
                || dialect == SqlDialect.DB2
                || dialect == SqlDialect.DERBY;
        perhapsNested = dialect == SqlDialect.ANSI || dialect == SqlDialect.GENERIC;
        lineComments = dialect == SqlDialect.H2;
        dollarQuotes = dialect == SqlDialect.H2 || dialect == SqlDialect.ANSI;
        alternativeQuotes = dialect == SqlDialect.ORACLE;
        money = dialect == SqlDialect.SQLSERVER;
    }

    public static SqlLexer create(SqlDialect dialect) {
        return new AnsiLexer(dialect);
    }

    private static byte[] classes() {
        byte[] t = table(UNKNOWN);
        for (char c = 'a'; c <= 'z'; c++) {
            t[c] = WORD;
            t[c - 32] = WORD;
        }
        set(t, "_@#", WORD);
        set(t, "$", DOLLAR);
        set(t, "0123456789", DIGIT);
        set(t, "'", QUOTE);
        set(t, "\"`", NAME_QUOTE);
        set(t, "[", BRACKET);
        set(t, "(),;]{}\\~%+", SINGLE);
        set(t, "!&*-/:<=>^|", OPERATOR);
        set(t, ".", DOT);
        set(t, "?", PARAMETER);
        return t;
    }

    @Override
    int next() {
        while (true) {
            char c = text[pos];
            while (isSpace(c)) {
                c = text[++pos];
            }
            tokenStart = pos;
            if (pos >= limit) {
                return token(Token.END);
            } else if ((c == '-' && text[pos + 1] == '-') || (lineComments && c == '/' && text[pos + 1] == '/')) {
                pos = endOfLine(pos);
            } else if (c == '/' && text[pos + 1] == '*') {
                int after = nestedComments ? endOfNestedComment(pos + 2) : endOfComment(pos + 2);
                if (after < 0) {
                    pos = limit;
                    return token(Token.END);
                } else if (perhapsNested && holdsComment(pos + 2, after)) {
                    return maskRest();
                }
                pos = after;
            } else {
                return c < 128 ? token(c) : money && isMoney(c) ? money() : word();
            }
        }
    }

    /** Returns whether a comment begins between two indexes. */
    final boolean holdsComment(int from, int to) {
        for (int i = from; i < to; i++) {
            if (text[i] == '/' && text[i + 1] == '*') {
                return true;
            }
        }
        return false;
    }

    private int token(char c) {
        return switch (CLASSES[c]) {
            case WORD -> word();
            case DOLLAR -> dollar();
            case DIGIT -> number();
            case QUOTE -> string();
            case NAME_QUOTE -> name(c);
            case BRACKET -> brackets ? name(']') : bracket();
            case SINGLE -> single();
            case OPERATOR -> operator();
            case DOT -> isDigit(text[pos + 1]) ? number() : single();
            case PARAMETER -> {
                pos = digits(pos + 1);
                yield token(Token.PARAMETER);
            }
            default -> invalid();
        };
    }

    private int single() {
        pos++;
        return token(Token.OPERATOR);
    }

    /** Reads a bracket that is no quote. */
    int bracket() {
        pos++;
        return token(Token.OPERATOR);
    }

    int dollar() {
        if (dollarQuotes && text[pos + 1] == '$') {
            return dollarQuoted();
        }
        return money && isMoney('$') ? money() : word();
    }

    /** Returns whether a currency sign is the begin of a literal number. */
    private boolean isMoney(char sign) {
        char next = text[pos + 1];
        return (isDigit(next) || (next == '.' && isDigit(text[pos + 2])))
                && Character.getType(sign) == Character.CURRENCY_SYMBOL;
    }

    private int money() {
        pos++;
        number();
        return token(Token.DECIMAL);
    }

    final int word() {
        int kind = word(LOWER);
        if (text[pos] == '\'' && pos - tokenStart <= 2) {
            return prefixed(kind);
        } else if (text[pos] == '&' && pos == tokenStart + 1 && (text[tokenStart] | 0x20) == 'u') {
            if (text[pos + 1] == '\'') {
                pos++;
                return string();
            } else if (text[pos + 1] == '"') {
                pos++;
                return name('"');
            }
        }
        return kind;
    }

    /** Reads a word of one or two letters right before a quote, which some dialects count as part of the literal. */
    int prefixed(int kind) {
        char first = (char) (text[tokenStart] | 0x20);
        char last = (char) (text[pos - 1] | 0x20);
        boolean one = pos == tokenStart + 1;
        if (alternativeQuotes && last == 'q' && (one || first == 'n')) {
            return alternativeQuoted();
        } else if (one && (first == 'n' || first == 'x' || first == 'b' || first == 'g')) {
            return string();
        } else if (!one && last == 'x' && (first == 'g' || first == 'u' || first == 'b')) {
            return string();
        }
        return kind;
    }

    int string() {
        pos = endOfQuotes(pos + 1, '\'', false);
        return endOf(Token.STRING);
    }

    private int endOf(int kind) {
        if (pos < 0) {
            pos = limit;
            return invalid();
        }
        return token(kind);
    }

    /** Reads Oracle's {@code q'[..]'}. The string ends with the counterpart of the opening character and a quote. */
    final int alternativeQuoted() {
        char open = text[pos + 1];
        char close = switch (open) {
            case '[' -> ']';
            case '{' -> '}';
            case '(' -> ')';
            case '<' -> '>';
            default -> open;
        };
        int i = find(close, pos + 2);
        while (i >= 0 && text[i + 1] != '\'') {
            i = find(close, i + 1);
        }
        pos = i < 0 ? i : i + 2;
        return endOf(Token.STRING);
    }

    private int dollarQuoted() {
        int i = find('$', pos + 2);
        while (i >= 0 && text[i + 1] != '$') {
            i = find('$', i + 1);
        }
        pos = i < 0 ? i : i + 2;
        return endOf(Token.STRING);
    }

    int name(char close) {
        int open = pos;
        int after = endOfQuotes(open + 1, close, false);
        if (after < 0) {
            pos = limit;
            return invalid();
        }
        pos = after;
        return quoted(Token.QUOTED, open + 1 - tokenStart, close);
    }

    private int operator() {
        char c = text[pos++];
        char second = text[pos];
        boolean pair = switch (c) {
            case '|', '*' -> second == c;
            case '<' -> second == '=' || second == '>' || second == '<';
            case '>' -> second == '=' || second == '>';
            case '!', '^' -> second == '=';
            case ':' -> second == '=' || second == ':';
            case '=' -> second == '>' || second == '=';
            case '-' -> second == '>';
            default -> false;
        };
        pos += pair ? 1 : 0;
        if (c == '-' && pair && text[pos] == '>') {
            pos++;
        }
        return token(Token.OPERATOR);
    }

    private int number() {
        char c = text[pos];
        int kind = Token.INTEGER;
        if (c == '0' && isRadix((char) (text[pos + 1] | 0x20)) && isHexDigit(text[pos + 2])) {
            pos += 2;
            while (isHexDigit(text[pos]) || text[pos] == '_') {
                pos++;
            }
            return token(skipSuffix() ? Token.DECIMAL : Token.HEX);
        }
        pos = groupedDigits(pos);
        if (text[pos] == '.') {
            kind = Token.DECIMAL;
            pos = groupedDigits(pos + 1);
        }
        if ((text[pos] | 0x20) == 'e') {
            int i = text[pos + 1] == '+' || text[pos + 1] == '-' ? pos + 2 : pos + 1;
            if (isDigit(text[i])) {
                kind = Token.DECIMAL;
                pos = digits(i);
            }
        }
        return token(skipSuffix() ? Token.DECIMAL : kind);
    }

    private static boolean isRadix(char c) {
        return c == 'x' || c == 'o' || c == 'b';
    }

    /** Skips the letter after a number that some dialects use for its type; returns whether there was one. */
    private boolean skipSuffix() {
        char c = (char) (text[pos] | 0x20);
        if (c != 'f' && c != 'd' && c != 'l') {
            return false;
        }
        char next = text[pos + 1];
        if (pos + 1 < limit && (next >= 128 || CLASSES[next] <= DIGIT)) {
            return false;
        }
        pos++;
        return true;
    }
}
