package dev.tollbooth.internal.lexer;

import dev.tollbooth.statement.SqlDialect;

/**
 * The tokens of a database that Tollbooth does not know, read so that no literal is shown by any of the known dialects'
 * rules. Where those do not agree on where a quote ends, a comment begins or a string is raw, all that is left of the text
 * is one literal.
 *
 * <p>What agrees is read as ever: {@code 'x''y'}, {@code 'C:\dir'}, {@code """x"""}, {@code $$x$$}, {@code r'x'}. What
 * does not: {@code 'it\'s'}, {@code '''it's'''}, {@code [it's]}, {@code #it's} with a line behind it.
 */
public final class GenericLexer extends AnsiLexer {

    /** In place of a token: a comment was skipped. */
    private static final int COMMENT = -1;

    private static final String[] BEFORE_TABLE = {"from", "join", "into", "update", "table", "exists", "on"};

    /** Index in the whole text up to which the quotes in brackets are known to be in pairs. */
    private int pairedUntil;

    private int savedPairedUntil;

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
    }

    @Override
    void saveState() {
        savedPairedUntil = pairedUntil;
    }

    @Override
    void restoreState() {
        pairedUntil = savedPairedUntil;
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
            default -> {}
        }
        int kind = super.next();
        return kind == Token.WORD && wordBits >= 128 && holdsDollars() ? maskRest() : kind;
    }

    private int skipTo(int after) {
        pos = after;
        return COMMENT;
    }

    private boolean holdsDollars() {
        for (int i = start; i + 1 < end; i++) {
            if (text[i] == '$' && text[i + 1] == '$') {
                return true;
            }
        }
        return false;
    }

    /** A comment, unless it holds another one, or SQL that some servers run. */
    private int comment() {
        int inside = pos + 2;
        int after = endOfComment(inside);
        if (after < 0) {
            return skipTo(limit);
        }
        boolean runs = text[inside] == '!' || text[inside + 1] == '!';
        return holdsComment(inside, after) || (runs && !isPaired(inside, after)) ? maskRest() : skipTo(after);
    }

    /** What is a comment up to the line's end for some: must make no difference for the lines behind it. */
    private int lineComment() {
        int after = endOfLine(pos);
        return after < limit && !isPaired(pos, after) ? maskRest() : skipTo(after);
    }

    /** Whether no quote that begins between two places can end behind them. */
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

    /** A date of Access, a table of Sybase whose name begins so, or else a comment. */
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
        if (!Character.isLetter(text[pos + 1]) || !followsTableWord()) {
            return lineComment();
        }
        int after = endOfLine(pos);
        return after < limit && !isPaired(pos, after) ? maskRest() : word();
    }

    private boolean followsTableWord() {
        int to = pos;
        while (to > 0 && isSpace(text[to - 1])) {
            to--;
        }
        int from = to;
        while (from > 0 && to - from < 8 && Character.isLetter(text[from - 1])) {
            from--;
        }
        reread += pos - from;
        start = from;
        end = to;
        for (String word : BEFORE_TABLE) {
            if (textIs(word)) {
                return true;
            }
        }
        return to > 0 && (text[to - 1] == ',' || text[to - 1] == '.');
    }

    @Override
    int bracket() {
        if (indexInText(pos) >= pairedUntil) {
            int close = find(']', pos + 1);
            if (close >= 0 && !isPaired(pos, close)) {
                return maskRest();
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

    /** One or two letters before a quote: may make the string raw, or the character behind the quote its end. */
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

    /** Whether three quotes begin a string that ends elsewhere than one that begins with a doubled quote. */
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
