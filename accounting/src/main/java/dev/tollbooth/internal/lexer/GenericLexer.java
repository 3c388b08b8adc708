package dev.tollbooth.internal.lexer;

import dev.tollbooth.statement.SqlDialect;
import java.util.Locale;

/**
 * A lexer that reads the tokens of an unknown database, so that no literal is visible under the rules of any known
 * dialect. If the dialects disagree on where a quote ends, a comment begins or a string is raw, the rest of the text
 * becomes one literal.
 *
 * <p>Syntax on which all agree is read as usual: {@code 'x''y'}, {@code 'C:\dir'}, {@code """x"""}, {@code $$x$$},
 * {@code r'x'}. Syntax on which they disagree: {@code 'it\'s'}, {@code '''it's'''}, {@code [it's]}, {@code #it's} with
 * a line behind it. {@code {a}} is a literal, {@code a#b} is {@code a} and a comment.
 */
public final class GenericLexer extends AnsiLexer {

    /** The result for a skipped comment. */
    private static final int COMMENT = -1;

    /** The value of {@code last} for a token that is neither a short word nor an operator. */
    private static final int OTHER = -1;

    private static final long FROM = EightBytes.word("from");
    private static final long[] BEFORE_TABLE = EightBytes.words("from join into update table exists on");
    /** Words that may follow the name of a table but never precede it. */
    private static final long[] BEHIND_TABLE = EightBytes.words("where group order having union");

    private static final int LONGEST_ESCAPE = 16;
    private static final int UUID_LENGTH = 36;

    /** The last token: a short word in lower case, or an operator of one character; 0 at the begin of the text. */
    private long last;

    private long savedLast;

    /** The index in the whole text up to which the quotes in brackets come in pairs. */
    private int pairedUntil;

    private int savedPairedUntil;
    /**
     * The index in the whole text up to which number signs are not checked again, because an earlier one in the same
     * line began a table's name.
     */
    private int tablesUntil;

    private int savedTablesUntil;

    private GenericLexer() {
        super(SqlDialect.GENERIC);
    }

    public static SqlLexer create() {
        return new GenericLexer();
    }

    @Override
    public void reset(String sql) {
        super.reset(sql);
        pairedUntil = 0;
        last = 0;
        tablesUntil = 0;
    }

    @Override
    void saveState() {
        savedPairedUntil = pairedUntil;
        savedLast = last;
        savedTablesUntil = tablesUntil;
    }

    @Override
    void restoreState() {
        pairedUntil = savedPairedUntil;
        last = savedLast;
        tablesUntil = savedTablesUntil;
    }

    @Override
    int next() {
        int kind;
        do {
            while (isSpace(text[pos])) {
                pos++;
            }
            tokenStart = pos;
            kind = pos >= limit ? token(Token.END) : tokenOrComment();
        } while (kind == COMMENT);
        last = kind == Token.WORD && wordBits < 128 && tail == 0 ? head : kind == Token.OPERATOR ? text[start] : OTHER;
        return kind;
    }

    private int tokenOrComment() {
        char second = text[pos + 1];
        switch (text[pos]) {
            case '-' -> {
                if (second == '-') {
                    boolean sure = pos + 2 >= limit || isSpace(text[pos + 2]);
                    return sure ? skipTo(endOfLine(pos)) : lineComment();
                }
            }
            case '/' -> {
                if (second == '*') {
                    return comment();
                } else if (second == '/') {
                    return lineComment();
                }
            }
            case '#' -> {
                return sharp();
            }
            case '{' -> {
                return brace();
            }
            default -> {
                if (isUuid()) {
                    pos += UUID_LENGTH;
                    return token(Token.STRING);
                }
            }
        }
        int kind = super.next();
        return kind == Token.WORD && wordBits >= 128 ? longWord() : kind;
    }

    private int skipTo(int after) {
        pos = after;
        return COMMENT;
    }

    private boolean holds(char wanted, int from, int to) {
        for (int i = from; i < to; i++) {
            if (text[i] == wanted) {
                return true;
            }
        }
        return false;
    }

    /** Reads a word with a number sign, which some dialects read as a name, others as a name and a comment. */
    private int longWord() {
        int cut = end;
        for (int i = end - 1; i >= start; i--) {
            if (text[i] == '$' && text[i + 1] == '$' && i + 1 < end) {
                return maskRest();
            } else if (text[i] == '#' && i > start) {
                cut = i;
            }
        }
        pos = cut;
        return token(Token.WORD);
    }

    /** Reads a comment, unless it holds another one, or SQL that some servers run. */
    private int comment() {
        int inside = pos + 2;
        int after = endOfComment(inside);
        if (after < 0) {
            return skipTo(limit);
        }
        boolean runs = text[inside] == '!' || text[inside + 1] == '!';
        return holdsComment(inside, after) || (runs && !isPaired(inside, after)) ? maskRest() : skipTo(after);
    }

    /**
     * Skips text that some servers take for a line comment. If a quote in the text is still open at the end of the
     * line, masks the rest.
     */
    private int lineComment() {
        int after = endOfLine(pos);
        return after < limit && !isPaired(pos, after) ? maskRest() : skipTo(after);
    }

    /** Returns whether all quotes that begin between two places end there as well. */
    private boolean isPaired(int from, int to) {
        char quoteSeen = 0;
        int count = 0;
        for (int i = from; i < to; i++) {
            char c = text[i];
            if (c == '\'' || c == '"' || c == '`') {
                if (quoteSeen != 0 && quoteSeen != c) {
                    return false;
                }
                quoteSeen = c;
                count++;
            } else if (c == '\\' || c == '$' || (c == '/' && text[i + 1] == '*')) {
                return false;
            }
        }
        return count % 2 == 0;
    }

    /** Reads a date of Access, a table of Sybase with that first character, or else a comment. */
    private int sharp() {
        int i = pos + 1;
        if (isDigit(text[i])) {
            while (isDigit(text[i]) || "/-:. apmAPM".indexOf(text[i]) >= 0) {
                i++;
            }
            if (text[i] == '#') {
                pos = i + 1;
                return token(Token.STRING);
            }
        }
        if (!Character.isLetter(text[pos + 1]) || !mayBeTable()) {
            return lineComment();
        }
        if (indexInText(pos) >= tablesUntil) {
            int after = endOfLine(pos);
            char behind = text[spaces(after)];
            if (after < limit && !precedesClause(after)) {
                return behind == '"' || behind == '\'' || behind == '`' ? maskRest() : lineComment();
            } else if (after < limit && !isPaired(pos, after)) {
                return maskRest();
            }
            tablesUntil = indexInText(after);
        }
        return word();
    }

    private boolean mayBeTable() {
        for (long word : BEFORE_TABLE) {
            if (last == word) {
                return true;
            }
        }
        return last == ',' || last == '.';
    }

    /**
     * Returns whether the text at {@code from} begins with a word such as WHERE. Such a word needs a table before it,
     * so the number sign began the table's name.
     */
    private boolean precedesClause(int from) {
        int i = spaces(from);
        long word = 0;
        for (int n = 0; n < Long.BYTES && Character.isLetter(text[i]); n++) {
            word |= (long) (text[i++] | 0x20) << (n * Byte.SIZE);
        }
        boolean ends = !Character.isLetterOrDigit(text[i]) && text[i] != '_';
        for (long clause : BEHIND_TABLE) {
            if (word == clause) {
                return ends;
            }
        }
        return false;
    }

    private int spaces(int from) {
        int i = from;
        while (isSpace(text[i])) {
            i++;
        }
        return i;
    }

    /**
     * Reads text in braces: a JDBC escape is SQL; anything else is one literal, such as a map, a parameter or a comment
     * of Informix.
     */
    private int brace() {
        if (isEscape(spaces(pos + 1))) {
            return super.next();
        }
        int close = find('}', pos + 1);
        if (close < 0 || !isPaired(pos, close)) {
            return maskRest();
        }
        pos = close + 1;
        return token(Token.STRING);
    }

    /** Returns whether a JDBC escape begins with the word at {@code from}. */
    private boolean isEscape(int from) {
        int i = from;
        while (Character.isLetter(text[i])) {
            i++;
        }
        String word = new String(text, from, Math.min(i - from, LONGEST_ESCAPE)).toLowerCase(Locale.ROOT);
        char next = text[spaces(i)];
        return switch (word) {
            case "" -> next == '?' && last == 0;
            case "call" -> last == 0;
            case "d", "t", "ts", "escape", "interval" -> next == '\'' || next == '?';
            case "limit" -> next == '?' || isDigit(next);
            case "fn" -> Character.isLetter(next);
            case "oj" -> last == FROM || last == ',';
            default -> false;
        };
    }

    /** Returns whether an unquoted UUID of 36 characters begins here, as in Cassandra. */
    private boolean isUuid() {
        if (!isHexDigit(text[pos]) || pos + UUID_LENGTH > limit || text[pos + 8] != '-') {
            return false;
        }
        for (int i = 0; i < UUID_LENGTH; i++) {
            boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
            if (dash ? text[pos + i] != '-' : !isHexDigit(text[pos + i])) {
                return false;
            }
        }
        return true;
    }

    @Override
    int bracket() {
        if (indexInText(pos) >= pairedUntil) {
            int close = find(']', pos + 1);
            if (close >= 0 && !isPaired(pos, close)) {
                return maskRest();
            } else if (close >= 0 && holds(';', pos, close)) {
                // Access: the place of a table, and the password
                pos = close + 1;
                return token(Token.STRING);
            }
            pairedUntil = indexInText(close < 0 ? limit : close);
        }
        return super.bracket();
    }

    @Override
    int dollar() {
        int i = pos + 1;
        while (Character.isLetterOrDigit(text[i]) || text[i] == '_') {
            i++;
        }
        if (text[i] != '$' || isDigit(text[pos + 1])) {
            return word();
        }
        int length = i + 1 - pos;
        for (int at = find('$', i + 1); at >= 0; at = find('$', at + 1)) {
            int same = 0;
            while (same < length && at + same < limit && text[at + same] == text[pos + same]) {
                same++;
            }
            if (same == length) {
                pos = at + length;
                return token(Token.STRING);
            }
        }
        return maskRest();
    }

    /** Reads one or two letters before a quote, which may make the string raw, or may change its end. */
    @Override
    int prefixed(int kind) {
        int open = pos;
        if ((text[open - 1] | 0x20) != 'q') {
            return string();
        }
        int alternative = alternativeQuoted() == Token.STRING ? pos : NOT_FOUND;
        pos = open;
        return string() == Token.STRING && pos == alternative ? token(Token.STRING) : maskRest();
    }

    @Override
    int string() {
        int open = pos;
        if (perhapsTriple(open)) {
            return maskRest();
        }
        int kind = super.string();
        return hasEscapedQuote(open + 1, pos, '\'') ? maskRest() : kind;
    }

    @Override
    int name(char close) {
        int open = pos;
        boolean triple = close == '"' && text[open + 1] == close && text[open + 2] == close;
        if (perhapsTriple(open)) {
            return maskRest();
        }
        int kind = super.name(close);
        if (hasEscapedQuote(open + 1, pos, close)) {
            return maskRest();
        }
        return triple && kind == Token.QUOTED ? token(Token.STRING) : kind;
    }

    /** Returns whether three quotes begin a string that does not end like a string with a doubled quote. */
    private boolean perhapsTriple(int open) {
        char q = text[open];
        if (text[open + 1] != q || text[open + 2] != q) {
            return false;
        }
        int next = find(q, open + 3);
        boolean same = next >= 0 && text[next + 1] == q && text[next + 2] == q && text[next + 3] != q;
        return !same && hasThree(q, open + 3);
    }

    private boolean hasThree(char q, int from) {
        for (int i = find(q, from); i >= 0; i = find(q, i + 1)) {
            if (text[i + 1] == q && text[i + 2] == q) {
                return true;
            }
        }
        return false;
    }
}
