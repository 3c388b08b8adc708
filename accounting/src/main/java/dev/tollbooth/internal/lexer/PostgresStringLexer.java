package dev.tollbooth.internal.lexer;

import dev.tollbooth.statement.SqlDialect;

/**
 * A lexer that reads the strings of PostgreSQL. The session decides whether a backslash escapes in a plain string. If
 * the session's setting is unknown, the lexer takes the reading in which all strings of the text end. If all strings
 * end in both readings, or in none, it masks the rest of the text.
 */
abstract class PostgresStringLexer extends SqlLexer {

    /** The name of the setting; a text that contains it may change the setting. */
    private static final String SETTING = "standard_conforming_strings";

    /** The session's reading, {@link Strings#UNSURE} if unknown. */
    private final Strings known;
    /** The current reading of a backslash. */
    private Strings strings = Strings.UNSURE;
    /** Whether a scan of the remaining text, done once, decided the reading. */
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

    /** Handles a semicolon, because the statement before it may have changed the setting. */
    final void statementEnds() {
        strings = decided ? strings : Strings.UNSURE;
    }

    /** The readings of a backslash in a plain string. */
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

    /** Returns whether the next character can't follow a complete string, such as a letter. */
    private boolean isGlued() {
        char c = text[pos];
        return Character.isLetterOrDigit(c) || c == '_' || c == '\\' || c == '\'' || c == '"';
    }

    /** Reads a string of bits, in which some servers allow escaped bytes. */
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

    /** Returns the only reading in which all following strings end; UNSURE if they end in both readings or in none. */
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

    /** Returns whether all tokens from {@code from} on end in a reading. */
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

    /** Reads a string from the quote at {@code pos}, with its continuations on further lines. */
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

    /**
     * Moves to a quote that only white space with a newline, or comments, separate from here; returns whether there is
     * one.
     */
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
