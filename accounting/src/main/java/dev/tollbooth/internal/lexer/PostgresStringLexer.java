package dev.tollbooth.internal.lexer;

import dev.tollbooth.statement.SqlDialect;

/**
 * The strings of PostgreSQL. Whether a backslash escapes in a plain one, the session says. Where that is not known, the
 * reading counts by which the text has no string that never ends; if both do, nothing behind the backslash is shown.
 */
abstract class PostgresStringLexer extends SqlLexer {

    /** A text that names it may change it on the way. */
    private static final String SETTING = "standard_conforming_strings";

    /** The session's, {@link Strings#UNSURE} where it is not known. */
    private final Strings known;
    /** The meaning of a backslash from here on. */
    private Strings strings = Strings.UNSURE;
    /** Whether it was found by a look at the rest of the text, which is taken once. */
    private boolean decided;

    private Strings savedStrings = Strings.UNSURE;
    private boolean wasDecided;

    PostgresStringLexer(SqlDialect dialect) {
        known = dialect == SqlDialect.POSTGRESQL_CONFORMING
                ? Strings.CONFORMING
                : dialect == SqlDialect.POSTGRESQL_ESCAPES ? Strings.ESCAPES : Strings.UNSURE;
    }

    @Override
    void saveState() {
        savedStrings = strings;
        wasDecided = decided;
    }

    @Override
    void restoreState() {
        strings = savedStrings;
        decided = wasDecided;
    }

    /** Takes notice of a semicolon: the statement before it may have changed the setting. */
    final void statementEnds() {
        strings = decided ? strings : Strings.UNSURE;
    }

    /** The meaning of a backslash in a plain string. */
    private enum Strings {
        UNSURE,
        CONFORMING,
        ESCAPES
    }

    @Override
    public void reset(String sql) {
        super.reset(sql);
        strings = known;
        decided = false;
    }

    /** Whether a string has something behind it that nobody writes there. */
    private boolean isGlued() {
        char c = text[pos];
        return Character.isLetterOrDigit(c) || c == '_' || c == '\\' || c == '\'' || c == '"';
    }

    /** A string of bits: some servers let bytes stand there, with escapes. */
    final int bits() {
        int open = pos;
        int kind = string(false);
        return hasEscapedQuote(open + 1, pos, '\'') ? maskRest() : kind;
    }

    final int plainString() {
        if (strings == Strings.ESCAPES) {
            return string(true);
        }
        int open = pos;
        int kind = string(false);
        if (strings == Strings.CONFORMING || !hasEscapedQuote(open + 1, pos, '\'')) {
            return kind;
        }
        backTo(open);
        tokenStart = open;
        strings = reading(open);
        decided = true;
        return strings == Strings.UNSURE ? maskRest() : string(strings == Strings.ESCAPES);
    }

    /** Returns the only reading by which all that follows has an end, UNSURE where that is both or none. */
    private Strings reading(int from) {
        if (textHolds(SETTING)) {
            return Strings.UNSURE;
        }
        boolean conforming = isWhole(from, Strings.CONFORMING);
        boolean escapes = isWhole(from, Strings.ESCAPES);
        if (conforming == escapes) {
            return Strings.UNSURE;
        }
        return conforming ? Strings.CONFORMING : Strings.ESCAPES;
    }

    /** Whether all tokens from {@code from} on have an end, as one reads strings. */
    private boolean isWhole(int from, Strings reading) {
        int kind;
        do {
            strings = reading;
            kind = next();
        } while (kind > Token.INVALID && !(kind == Token.STRING && isGlued()));
        backTo(from);
        tokenStart = from;
        return kind == Token.END;
    }

    /** A string from the quote at {@code pos}, with those that continue it on a further line. */
    final int string(boolean backslashes) {
        do {
            pos = endOfQuotes(pos + 1, '\'', backslashes);
            if (pos < 0) {
                pos = limit;
                return invalid();
            }
        } while (continuesOnNextLine());
        return token(Token.STRING);
    }

    /** Goes to a quote that only white space with a newline parts from here. */
    private boolean continuesOnNextLine() {
        int before = pos;
        boolean newline = false;
        while (true) {
            char c = text[pos];
            if (c == '\n' || c == '\r') {
                newline = true;
                pos++;
            } else if (isSpace(c)) {
                pos++;
            } else if (c == '-' && text[pos + 1] == '-') {
                pos = endOfLine(pos);
            } else if (c == '\'' && newline) {
                return true;
            } else {
                backTo(before);
                return false;
            }
        }
    }
}
