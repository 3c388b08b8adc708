package dev.tollbooth.internal.lexer;

import java.util.Set;

/**
 * A lexer that reads the tokens of TiDB's scanner, for TiDB, MySQL and MariaDB.
 *
 * <p>It follows the server's peculiarities too ({@code 0x1F.5} is {@code 0} and two more tokens), because the digests
 * have to be equal.
 */
public final class MysqlLexer extends MysqlNumberLexer {

    private static final Set<String> FEATURES =
            Set.of(("auto_rand auto_id_cache auto_rand_base clustered_index force_inc placement "
                            + "ttl global_index pre_split affinity region_split")
                    .split(" ", -1));

    private final boolean backslashEscapes;
    private boolean inBangComment;
    private boolean wasInBangComment;

    private MysqlLexer(boolean backslashEscapes) {
        this.backslashEscapes = backslashEscapes;
    }

    public static SqlLexer create(boolean backslashEscapes) {
        return new MysqlLexer(backslashEscapes);
    }

    @Override
    public void reset(String sql) {
        super.reset(sql);
        inBangComment = false;
    }

    @Override
    void saveState() {
        wasInBangComment = inBangComment;
    }

    @Override
    void restoreState() {
        inBangComment = wasInBangComment;
    }

    @Override
    boolean isOutsideComments() {
        return !inBangComment;
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
            }
            if (c >= 128) {
                return word(LOWER);
            }
            int charClass = CLASSES[c];
            if (charClass == WORD) {
                return word(LOWER);
            } else if (charClass == SINGLE) {
                pos++;
                return token(Token.OPERATOR);
            } else if (!skips(charClass)) {
                return other(charClass);
            }
        }
    }

    /** Skips a comment, or one end of it; returns false at a token, and at a comment that never ends. */
    private boolean skips(int charClass) {
        return switch (charClass) {
            case DASH -> skipDashComment();
            case SLASH -> text[pos + 1] == '*' && skipComment();
            case STAR -> skipEndOfBangComment();
            case SHARP -> {
                pos = endOfLine(pos);
                yield true;
            }
            default -> false;
        };
    }

    private boolean skipEndOfBangComment() {
        if (!inBangComment || text[pos + 1] != '/') {
            return false;
        }
        inBangComment = false;
        pos += 2;
        return true;
    }

    private int other(int charClass) {
        return switch (charClass) {
            case OPERATOR -> operator();
            case DIGIT -> number();
            case DASH -> dash();
            case SLASH -> slash();
            case STAR -> {
                pos++;
                yield token(Token.OPERATOR);
            }
            case QUOTE -> string(Token.STRING);
            case BACK_QUOTE -> backQuoted(Token.QUOTED);
            case DOT -> dot();
            case PARAMETER -> {
                pos++;
                yield token(Token.PARAMETER);
            }
            case AT -> variable();
            case LETTER_N -> nationalString();
            case LETTER_X -> text[pos + 1] == '\'' ? hexString() : word(LOWER);
            case LETTER_B -> text[pos + 1] == '\'' ? bitString() : word(LOWER);
            case BACKSLASH -> backslash();
            default -> invalid();
        };
    }

    private int backslash() {
        pos++;
        if (text[pos] == 'N') {
            pos++;
            return token(Token.NULL);
        }
        return token(Token.OPERATOR);
    }

    private boolean skipDashComment() {
        if (text[pos + 1] != '-' || (pos + 2 < limit && !isSpace(text[pos + 2]))) {
            return false;
        }
        pos = endOfLine(pos);
        return true;
    }

    private int dash() {
        if (text[pos + 1] != '>') {
            pos++;
            return token(Token.OPERATOR);
        }
        pos += text[pos + 2] == '>' ? 3 : 2;
        return empty();
    }

    /** Reads a slash. A comment that never ends becomes an empty token, as on the server. */
    private int slash() {
        if (text[pos + 1] == '*') {
            pos = limit;
            return empty();
        }
        pos++;
        return token(Token.OPERATOR);
    }

    /** Skips a comment, or only its head if its inside counts as SQL; returns false if it never ends. */
    private boolean skipComment() {
        int inside = pos + 2;
        char first = text[inside];
        if (first == '!') {
            pos = inside + 1;
            int digits = 0;
            while (digits < 5 && isDigit(text[pos + digits])) {
                digits++;
            }
            pos += digits == 5 ? 5 : 0;
            inBangComment = true;
            return true;
        }
        int from = first == '*' ? inside : inside + 1;
        if (first == 'T' && text[inside + 1] == '!') {
            int head = endOfFeatures(inside + 2);
            if (head >= 0) {
                pos = head;
                inBangComment = true;
                return true;
            }
            from = -head;
        }
        int after = endOfComment(from);
        if (after < 0) {
            return false;
        }
        pos = after;
        return true;
    }

    /** Returns the index after a list of known features, or minus the index after a list with an unknown one. */
    private int endOfFeatures(int from) {
        if (text[from] != '[') {
            return from;
        }
        boolean known = true;
        int i = from + 1;
        while (true) {
            int begin = i;
            while (isWordChar(text[i])) {
                i++;
            }
            if (i == begin || (text[i] != ',' && text[i] != ']')) {
                reread += i - from;
                return from;
            }
            known &= i - begin < 32 && FEATURES.contains(new String(text, begin, i - begin));
            if (text[i++] == ']') {
                return known ? i : -i;
            }
        }
    }

    private int operator() {
        char c = text[pos++];
        char second = text[pos];
        switch (c) {
            case '|' -> pos += second == '|' ? 1 : 0;
            case '&' -> pos += second == '&' || second == '^' ? 1 : 0;
            case ':', '!' -> pos += second == '=' ? 1 : 0;
            case '>' -> pos += second == '=' || second == '>' ? 1 : 0;
            case '<' -> {
                if (second == '=') {
                    pos += text[pos + 1] == '>' ? 2 : 1;
                } else if (second == '>' || second == '<') {
                    pos++;
                }
            }
            default -> {}
        }
        return token(Token.OPERATOR);
    }

    private int string(int kind) {
        return quoted(kind, backslashEscapes);
    }

    private int backQuoted(int kind) {
        return quoted(kind, false);
    }

    private int quoted(int kind, boolean escapes) {
        int open = pos;
        char q = text[open];
        int after = endOfQuotes(open + 1, q, escapes);
        if (after < 0) {
            pos = limit;
            return invalid();
        }
        pos = after;
        start = open + 1;
        end = after - 1;
        quote = q;
        form = escapes ? STRING_ESCAPES : DOUBLED_QUOTE;
        return kind;
    }

    private int nationalString() {
        int kind = word(LOWER);
        return pos == tokenStart + 1 && text[pos] == '\'' ? Token.CHARSET : kind;
    }

    private int variable() {
        pos++;
        char c = text[pos];
        if (c == '@') {
            return systemVariable();
        } else if (c == '\'' || c == '"') {
            return string(Token.VARIABLE);
        } else if (c == '`') {
            return backQuoted(Token.VARIABLE);
        }
        start = pos;
        while (isVariableChar(text[pos])) {
            pos++;
        }
        end = pos;
        form = VERBATIM;
        return Token.VARIABLE;
    }

    private static boolean isVariableChar(char c) {
        return isWordChar(c) || c == '.';
    }

    private int systemVariable() {
        pos++;
        prefix = scopeAt(pos);
        pos += prefix.length();
        char c = text[pos];
        if (c == '\'' || c == '"') {
            return string(Token.SYSTEM_VARIABLE);
        } else if (c == '`') {
            return backQuoted(Token.SYSTEM_VARIABLE);
        } else if (!isVariableChar(c)) {
            return empty();
        }
        while (isVariableChar(text[pos])) {
            pos++;
        }
        return token(Token.SYSTEM_VARIABLE);
    }

    private String scopeAt(int from) {
        start = from;
        end = Math.min(limit, from + 7);
        if (textIs("global.")) {
            return "global.";
        }
        end = Math.min(limit, from + 8);
        if (textIs("session.")) {
            return "session.";
        }
        end = Math.min(limit, from + 6);
        return textIs("local.") ? "local." : "";
    }
}
