package dev.tollbooth.internal.postgres.token;

import dev.tollbooth.internal.postgres.token.SqlToken.Kind;
import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A tokenizer that splits SQL into tokens as PostgreSQL does, and rejects unknown characters. H2 gets the tokens, not
 * the text.
 *
 * <p>Not thread-safe.
 */
public final class SqlTokenizer {

    public static final int MOST_CHARACTERS = 64 << 10;
    public static final int MOST_TOKENS = 4_000;
    public static final int LONGEST_LITERAL = 8 << 10;

    private static final int LONGEST_NAME = 128;
    private static final int LONGEST_NUMBER = 40;
    private static final int LONGEST_EXPONENT = 3;
    private static final int LONGEST_PARAMETER = 4;
    /** The symbols of several characters, longer ones first, and those that only catalog queries may have. */
    private static final List<String> SYMBOLS = List.of(
            "!~~*", "!~~", "!~*", "!~", "~~*", "~~", "~*", "~", "::", "<=", ">=", "<>", "!=", "||", "[", "]", ":", "|",
            "&");

    private static final String SINGLE_SYMBOLS = "(),.;+-*/%=<>";

    /** The symbols that only catalog queries may contain. */
    private static final Set<String> OF_CATALOG =
            Set.of("!~~*", "!~~", "!~*", "!~", "~~*", "~~", "~*", "~", "[", "]", ":", "|", "&");

    private final String sql;
    private final List<SqlToken> tokens = new ArrayList<>();
    private int at;

    private SqlTokenizer(String sql) {
        this.sql = sql;
    }

    /** Returns the tokens of a text. */
    public static List<SqlToken> tokens(String sql) throws PostgresException {
        if (sql.length() > MOST_CHARACTERS) {
            throw PostgresException.error(
                    PostgresException.LIMIT,
                    "statement too long: characters=" + sql.length() + ", limit=" + MOST_CHARACTERS + "; shorten it");
        }
        return new SqlTokenizer(sql).read();
    }

    private List<SqlToken> read() throws PostgresException {
        while (skipBlank()) {
            if (tokens.size() == MOST_TOKENS) {
                throw PostgresException.error(
                        PostgresException.TOO_COMPLEX,
                        "statement of too many words: limit=" + MOST_TOKENS + "; simplify it");
            }
            tokens.add(next());
        }
        return tokens;
    }

    private boolean skipBlank() throws PostgresException {
        while (at < sql.length()) {
            char c = sql.charAt(at);
            if (c == ' ' || (c >= '\t' && c <= '\r')) {
                at++;
            } else if (sql.startsWith("--", at)) {
                while (at < sql.length() && sql.charAt(at) != '\n' && sql.charAt(at) != '\r') {
                    at++;
                }
            } else if (sql.startsWith("/*", at)) {
                skipComment();
            } else {
                return true;
            }
        }
        return false;
    }

    private void skipComment() throws PostgresException {
        int depth = 0;
        do {
            if (sql.startsWith("/*", at)) {
                depth++;
                at += 2;
            } else if (sql.startsWith("*/", at)) {
                depth--;
                at += 2;
            } else if (++at >= sql.length()) {
                throw syntax("unterminated comment");
            }
        } while (depth > 0);
    }

    private SqlToken next() throws PostgresException {
        char c = sql.charAt(at);
        if (isWordStart(c)) {
            return word();
        }
        if (isDigit(c) || (c == '.' && isDigit(peek(1)))) {
            return number();
        }
        return switch (c) {
            case '\'' -> new SqlToken(Kind.STRING, quoted('\'', LONGEST_LITERAL));
            case '"' -> new SqlToken(Kind.NAME, quoted('"', LONGEST_NAME));
            case '$' -> dollar();
            default -> symbol(c);
        };
    }

    private SqlToken symbol(char c) throws PostgresException {
        for (String symbol : SYMBOLS) {
            if (sql.startsWith(symbol, at)) {
                at += symbol.length();
                return new SqlToken(Kind.SYMBOL, symbol);
            }
        }
        if (SINGLE_SYMBOLS.indexOf(c) < 0) {
            throw notServed(c);
        }
        at++;
        return new SqlToken(Kind.SYMBOL, String.valueOf(c));
    }

    private static PostgresException notServed(char c) {
        return syntax("character that is not served here: "
                + (c > ' ' && c < 0x7f ? c : String.format(Locale.ROOT, "U+%04X", (int) c)));
    }

    /** Rejects a statement with a symbol that only catalog queries may contain. */
    public static void refuseOfCatalog(List<SqlToken> tokens) throws PostgresException {
        for (SqlToken token : tokens) {
            if (token.kind() == Kind.SYMBOL && OF_CATALOG.contains(token.text())) {
                throw notServed(token.text().charAt(0));
            }
        }
    }

    private SqlToken word() throws PostgresException {
        int start = at;
        while (at < sql.length() && (isWordStart(sql.charAt(at)) || isDigit(sql.charAt(at)))) {
            at++;
        }
        String word = sql.substring(start, at);
        if (word.length() > LONGEST_NAME) {
            throw syntax("name too long");
        }
        if (peek(0) == '\'' && word.length() == 1) {
            if (!word.equalsIgnoreCase("e")) {
                throw syntax("string of a kind that is not served here: " + word + "'...'");
            }
            return new SqlToken(Kind.STRING, escaped());
        }
        return new SqlToken(Kind.WORD, word);
    }

    private SqlToken number() throws PostgresException {
        int start = at;
        skipDigits();
        if (peek(0) == '.') {
            at++;
            skipDigits();
        }
        if ((peek(0) | 0x20) == 'e') {
            at++;
            if (peek(0) == '+' || peek(0) == '-') {
                at++;
            }
            int exponent = at;
            skipDigits();
            if (at == exponent || at - exponent > LONGEST_EXPONENT) {
                throw syntax("number with an exponent that is not served here");
            }
        }
        if (at - start > LONGEST_NUMBER || isWordStart(peek(0))) {
            throw syntax("number that is not served here");
        }
        return new SqlToken(Kind.NUMBER, sql.substring(start, at));
    }

    private void skipDigits() {
        while (isDigit(peek(0))) {
            at++;
        }
    }

    private String quoted(char quote, int longest) throws PostgresException {
        StringBuilder text = new StringBuilder();
        for (at++; at < sql.length(); at++) {
            char c = sql.charAt(at);
            if (c == quote && peek(1) != quote) {
                at++;
                return checked(text, longest);
            }
            if (c == quote) {
                at++;
            }
            text.append(c);
        }
        throw syntax("unterminated quote");
    }

    private String escaped() throws PostgresException {
        StringBuilder text = new StringBuilder();
        for (at++; at < sql.length(); at++) {
            char c = sql.charAt(at);
            if (c == '\\') {
                char next = peek(1);
                int control = "bfnrt".indexOf(next);
                if (control < 0 && next != '\\' && next != '\'') {
                    throw syntax("escape in a string that is not served here");
                }
                text.append(control < 0 ? next : "\b\f\n\r\t".charAt(control));
                at++;
            } else if (c == '\'' && peek(1) != '\'') {
                at++;
                return checked(text, LONGEST_LITERAL);
            } else {
                at += c == '\'' ? 1 : 0;
                text.append(c);
            }
        }
        throw syntax("unterminated quote");
    }

    private SqlToken dollar() throws PostgresException {
        int start = ++at;
        if (isDigit(peek(0))) {
            skipDigits();
            String number = sql.substring(start, at);
            if (number.length() > LONGEST_PARAMETER || number.startsWith("0") || isWordStart(peek(0))) {
                throw syntax("parameter that is not served here: $" + number);
            }
            return new SqlToken(Kind.PARAMETER, number);
        }
        while (isWordStart(peek(0)) || (at > start && isDigit(peek(0)))) {
            at++;
        }
        if (peek(0) != '$') {
            throw syntax("character that is not served here: $");
        }
        String tag = sql.substring(start - 1, ++at);
        int end = sql.indexOf(tag, at);
        if (end < 0) {
            throw syntax("unterminated quote");
        }
        StringBuilder text = new StringBuilder().append(sql, at, end);
        at = end + tag.length();
        return new SqlToken(Kind.STRING, checked(text, LONGEST_LITERAL));
    }

    private String checked(StringBuilder text, int longest) throws PostgresException {
        if (text.length() > longest) {
            throw PostgresException.error(
                    PostgresException.LIMIT, "string or name too long: limit=" + longest + "; shorten it");
        }
        String result = text.toString();
        if (result.indexOf('\0') >= 0) {
            throw syntax("zero character");
        }
        HugeNumbers.refuse(result);
        return result;
    }

    private char peek(int ahead) {
        return at + ahead < sql.length() ? sql.charAt(at + ahead) : '\0';
    }

    /**
     * Returns whether a character begins a word. Non-ASCII names need quotes, because their case is not well-defined.
     */
    private static boolean isWordStart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static PostgresException syntax(String fact) {
        return PostgresException.error(PostgresException.SYNTAX, fact);
    }
}
