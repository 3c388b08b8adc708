package dev.tollbooth.internal.digest;

import dev.tollbooth.internal.lexer.AsciiBytes;
import dev.tollbooth.internal.lexer.DialectFamily;
import dev.tollbooth.internal.lexer.EightBytes;
import dev.tollbooth.internal.lexer.MysqlNumberLexer;
import dev.tollbooth.internal.lexer.SqlLexer;
import dev.tollbooth.statement.SqlDialect;
import org.jspecify.annotations.Nullable;

/**
 * A mask that replaces the literals that it can find without a lexer, and copies everything else. For example, {@code
 * WHERE id = 4711 AND name = 'Smith'} becomes {@code WHERE id = 0 AND name = ''}. The mask is much faster than the
 * lexer, because it looks at eight characters at once and stops only at digits, quotes and comments.
 *
 * <p>Masking never changes the digest. If that is uncertain, the literal is copied or the text refused. So equal masked
 * texts have equal digests. Different masked texts may have equal digests too.
 *
 * <p>Not thread-safe. An instance is reused.
 */
public final class LiteralMask {

    private static final long BACKSLASHES = EightBytes.of('\\');
    private static final int REFUSED = -1;

    // The characters that may be beside a replaced literal.
    private static final int BEFORE = 1;
    private static final int AFTER = 2;
    private static final byte[] NEIGHBOURS = neighbours();

    private final DialectFamily family;
    private final boolean backslashEscapes;
    private final AsciiBytes asciiBytes = new AsciiBytes();
    private char[] chars = new char[1024];
    private byte[] text = {};
    private int limit;
    private int pos;
    private byte[] masked = new byte[1024 + 2 * AsciiBytes.ZEROS];
    private int length;
    /** The index up to which the text was searched for the word BY. The next field has the result. */
    private int searched;

    private boolean bySeen;
    private boolean replaced;

    private LiteralMask(DialectFamily family, boolean backslashEscapes) {
        this.family = family;
        this.backslashEscapes = backslashEscapes;
    }

    /** Returns a mask for a dialect, or null if its names may be in brackets, and so may contain a quote. */
    static @Nullable LiteralMask of(SqlDialect dialect, DigestOptions options) {
        return dialect == SqlDialect.SQLSERVER || dialect == SqlDialect.SQLITE || dialect == SqlDialect.GENERIC
                ? null
                : new LiteralMask(
                        DialectFamily.of(dialect),
                        DialectFamily.of(dialect) == DialectFamily.MYSQL && options.backslashEscapes());
    }

    private static byte[] neighbours() {
        byte[] table = SqlLexer.table(0);
        SqlLexer.set(table, ");:]}", AFTER);
        SqlLexer.set(table, "([!", BEFORE);
        SqlLexer.set(table, " \t\n\r,=<>+-*/%|", BEFORE | AFTER);
        return table;
    }

    /** Returns the buffer of masked bytes, of which the first {@link #length} count. */
    byte[] bytes() {
        return masked;
    }

    int length() {
        return length;
    }

    /** Masks a text; returns false if the text has nothing to replace, or a token that needs the lexer. */
    boolean mask(String sql) {
        read(sql);
        copyPlain();
        while (pos < limit) {
            int after = stop(text[pos]);
            if (after < 0) {
                return false;
            }
            pos = after;
            copyPlain();
        }
        length -= pos - limit;
        return replaced;
    }

    /** Copies the text up to the next character of interest. */
    private void copyPlain() {
        byte[] from = text;
        byte[] to = masked;
        int offset = length - pos;
        int i = pos;
        long stops;
        do {
            long eight = EightBytes.at(from, i);
            EightBytes.put(to, i + offset, eight);
            stops = EightBytes.maskStops(eight);
            i += Long.BYTES;
        } while (stops == 0 && i < limit);
        pos = stops == 0 ? i : i - Long.BYTES + EightBytes.before(stops);
        length = pos + offset;
    }

    private void read(String sql) {
        limit = sql.length();
        if (limit > chars.length) {
            chars = new char[limit + (limit >> 2)];
            masked = new byte[chars.length + 2 * AsciiBytes.ZEROS];
        }
        sql.getChars(0, limit, chars, 0);
        text = asciiBytes.of(chars, limit);
        pos = 0;
        length = 0;
        searched = 0;
        bySeen = false;
        replaced = false;
    }

    /** Handles the token at {@code pos}; returns the index after it, or {@link #REFUSED}. */
    private int stop(byte first) {
        switch (first) {
            case '\'' -> {
                return string('\'');
            }
            case '"' -> {
                return family == DialectFamily.MYSQL ? string('"') : copyQuoted('"');
            }
            case '`' -> {
                return family == DialectFamily.POSTGRESQL ? copy(pos + 1) : copyQuoted('`');
            }
            case '-' -> {
                return text[pos + 1] == '-' ? REFUSED : copy(pos + 1);
            }
            case '/' -> {
                return slash();
            }
            case '#' -> {
                return family == DialectFamily.MYSQL ? REFUSED : copy(pos + 1);
            }
            case '$' -> {
                return family == DialectFamily.MYSQL ? copy(pos + 1) : REFUSED;
            }
            default -> {
                return first < 0 ? REFUSED : number();
            }
        }
    }

    private int copy(int after) {
        for (int i = pos; i < after; i += Long.BYTES) {
            EightBytes.put(masked, length + i - pos, EightBytes.at(text, i));
        }
        length += after - pos;
        return after;
    }

    /** Handles a comment, a line comment of H2, or a division. */
    private int slash() {
        if (text[pos + 1] == '*') {
            return copyComment();
        }
        return family == DialectFamily.ANSI && text[pos + 1] == '/' ? REFUSED : copy(pos + 1);
    }

    /** Copies a quoted name. */
    private int copyQuoted(char quote) {
        int i = pos + 1;
        while (i < limit && text[i] != quote && text[i] >= 0) {
            i++;
        }
        return i < limit && text[i] == quote ? copy(i + 1) : REFUSED;
    }

    /** Copies a comment, unless its inside may count as SQL or may hold another comment. */
    private int copyComment() {
        byte first = text[pos + 2];
        if (first == '!' || first == 'T' || first == 'M' || first == ',') {
            return REFUSED;
        }
        int i = pos + 2;
        while (i < limit && !(text[i] == '*' && text[i + 1] == '/')) {
            if (text[i] < 0 || (text[i] == '/' && text[i + 1] == '*')) {
                return REFUSED;
            }
            i++;
        }
        return i < limit ? copy(i + 2) : REFUSED;
    }

    private int string(char quote) {
        if (!isNeighbour(pos - 1, BEFORE)) {
            return REFUSED;
        }
        int after = endOfString(quote);
        if (after < 0 || mayMatter(after)) {
            return after < 0 ? REFUSED : copy(after);
        }
        replaced = true;
        masked[length++] = (byte) quote;
        masked[length++] = (byte) quote;
        return after;
    }

    private int endOfString(char quote) {
        long quotes = EightBytes.of(quote);
        long escapes = backslashEscapes || family == DialectFamily.POSTGRESQL ? BACKSLASHES : quotes;
        int i = pos + 1;
        while (i < limit) {
            long eight = EightBytes.at(text, i);
            long marks = EightBytes.matches(eight, quotes) | EightBytes.matches(eight, escapes);
            i += EightBytes.before(marks);
            if (marks != 0) {
                if (text[i] == quote && text[i + 1] != quote) {
                    return i + 1;
                } else if (text[i] == '\\' && text[i + 1] == quote && family == DialectFamily.POSTGRESQL) {
                    return REFUSED; // whether the backslash escapes depends on the session
                }
                i += 2;
            }
        }
        return REFUSED;
    }

    /** Returns whether the server may look into a string: TiDB reads {@code '*'} as a star. */
    private boolean mayMatter(int after) {
        byte first = text[pos + 1];
        boolean may = first == '*' || first == ')' || first == '\\' || (first | 0x20) == 'i';
        return may && after - pos <= "'index'".length();
    }

    private boolean isNeighbour(int index, int side) {
        byte b = index < 0 || index >= limit ? (byte) ' ' : text[index];
        return b >= 0 && (NEIGHBOURS[b] & side) != 0;
    }

    /** Handles a number, or digits of another token. */
    private int number() {
        int after = endOfDigits(pos);
        boolean fraction = text[after] == '.' && isDigit(text[after + 1]);
        if (fraction) {
            after = endOfDigits(after + 1);
        }
        if (!isNeighbour(pos - 1, BEFORE) || !isNeighbour(after, AFTER) || (!fraction && mayBePosition())) {
            return copy(after);
        }
        replaced = true;
        masked[length++] = '0';
        if (fraction) {
            masked[length++] = '.';
            masked[length++] = '0';
        }
        return after;
    }

    private int endOfDigits(int from) {
        int i = from;
        long others;
        do {
            others = EightBytes.nonDigits(EightBytes.at(text, i));
            i += EightBytes.before(others);
        } while (others == 0);
        return i;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    /** Returns whether an integer may be a position of ORDER BY or GROUP BY, which is no literal. */
    private boolean mayBePosition() {
        int i = pos - 1;
        while (i >= 0 && SqlLexer.isSpace((char) text[i])) {
            i--;
        }
        if (i < 0) {
            return false;
        }
        return switch (text[i]) {
            // the server removes signs and index hints before it looks
            case ',', '(', 'y', 'Y', '+', '-', ')' -> isBySeen();
            // the end of a comment: the token before it is unknown
            case '/', '`', '"', '\'' -> true;
            default -> false;
        };
    }

    /** Returns whether the word BY is anywhere before {@code pos}. */
    private boolean isBySeen() {
        for (; searched < pos && !bySeen; searched++) {
            bySeen = (text[searched] | 0x20) == 'b'
                    && (text[searched + 1] | 0x20) == 'y'
                    && !isWordChar(text[searched + 2])
                    && (searched == 0 || !isWordChar(text[searched - 1]));
        }
        return bySeen;
    }

    private static boolean isWordChar(byte b) {
        return b < 0 || MysqlNumberLexer.isWordChar((char) b);
    }
}
