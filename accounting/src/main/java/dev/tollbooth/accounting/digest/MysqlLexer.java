package dev.tollbooth.accounting.digest;

import java.util.Set;

/**
 * The tokens of TiDB's scanner, for TiDB, MySQL and MariaDB.
 *
 * <p>Follows the server where it is odd, too ({@code 0x1F.5} is {@code 0} and two more tokens), since an equal digest
 * is the aim.
 */
final class MysqlLexer extends SqlLexer {

    // Up to DIGIT the characters of words.
    private static final int WORD = 0;
    private static final int LETTER_N = 1;
    private static final int LETTER_X = 2;
    private static final int LETTER_B = 3;
    private static final int DIGIT = 4;
    private static final int SPACE = 5;
    private static final int OPERATOR = 6;
    private static final int QUOTE = 7;
    private static final int BACK_QUOTE = 8;
    private static final int DASH = 9;
    private static final int SLASH = 10;
    private static final int STAR = 11;
    private static final int SHARP = 12;
    private static final int AT = 13;
    private static final int DOT = 14;
    private static final int PARAMETER = 15;
    private static final int BACKSLASH = 16;
    private static final int UNKNOWN = 17;

    private static final byte[] CLASSES = classes();
    private static final byte[] LOWER = lowerOfWords(CLASSES, DIGIT);

    private static final Set<String> FEATURES = Set.of(
            "auto_rand",
            "auto_id_cache",
            "auto_rand_base",
            "clustered_index",
            "force_inc",
            "placement",
            "ttl",
            "global_index",
            "pre_split",
            "affinity",
            "region_split");

    private final boolean backslashEscapes;
    private boolean inBangComment;

    MysqlLexer(boolean backslashEscapes) {
        this.backslashEscapes = backslashEscapes;
    }

    private static byte[] classes() {
        byte[] t = table(UNKNOWN);
        set(t, "ACDEFGHIJKLMOPQRSTUVWYZacdefghijklmopqrstuvwyz_$", WORD);
        set(t, "Nn", LETTER_N);
        set(t, "Xx", LETTER_X);
        set(t, "Bb", LETTER_B);
        set(t, "0123456789", DIGIT);
        set(t, " \t\n\u000b\f\r", SPACE);
        set(t, "+><()[];,&%:|!^~={}", OPERATOR);
        set(t, "'\"", QUOTE);
        set(t, "`", BACK_QUOTE);
        set(t, "-", DASH);
        set(t, "/", SLASH);
        set(t, "*", STAR);
        set(t, "#", SHARP);
        set(t, "@", AT);
        set(t, ".", DOT);
        set(t, "?", PARAMETER);
        set(t, "\\", BACKSLASH);
        return t;
    }

    @Override
    void reset(String sql) {
        super.reset(sql);
        inBangComment = false;
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
            } else if (!skips(charClass)) {
                return other(charClass);
            }
        }
    }

    /** Skips a comment, or one of its ends; false at a token, and at a comment that never ends. */
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
        switch (charClass) {
            case OPERATOR -> {
                return operator();
            }
            case DIGIT -> {
                return number();
            }
            case DASH -> {
                return dash();
            }
            case SLASH -> {
                return slash();
            }
            case STAR -> {
                pos++;
                return token(Token.OPERATOR);
            }
            case QUOTE -> {
                return string(Token.STRING);
            }
            case BACK_QUOTE -> {
                return backQuoted(Token.QUOTED);
            }
            case DOT -> {
                return dot();
            }
            case PARAMETER -> {
                pos++;
                return token(Token.PARAMETER);
            }
            case AT -> {
                return variable();
            }
            case LETTER_N -> {
                return nationalString();
            }
            case LETTER_X -> {
                return text[pos + 1] == '\'' ? hexString() : word(LOWER);
            }
            case LETTER_B -> {
                return text[pos + 1] == '\'' ? bitString() : word(LOWER);
            }
            case BACKSLASH -> {
                pos++;
                if (text[pos] == 'N') {
                    pos++;
                    return token(Token.NULL);
                }
                return token(Token.OPERATOR);
            }
            default -> {
                return invalid();
            }
        }
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

    /** A slash, or a comment that never ends: the server makes an empty token of it. */
    private int slash() {
        if (text[pos + 1] == '*') {
            pos = limit;
            return empty();
        }
        pos++;
        return token(Token.OPERATOR);
    }

    /** Skips a comment, or only its head if its inside counts as SQL; false if it never ends. */
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

    /** Returns the index after a list of known features, or minus the index after one that holds an unknown one. */
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

    private static boolean isWordChar(char c) {
        return c >= 128 || CLASSES[c] <= DIGIT;
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
        int open = pos;
        char q = text[open];
        int after = endOfQuotes(open + 1, q, backslashEscapes);
        if (after < 0) {
            pos = limit;
            return invalid();
        }
        pos = after;
        start = open + 1;
        end = after - 1;
        quote = q;
        form = backslashEscapes ? STRING_ESCAPES : DOUBLED_QUOTE;
        return kind;
    }

    private int backQuoted(int kind) {
        int open = pos;
        int after = endOfQuotes(open + 1, '`', false);
        if (after < 0) {
            pos = limit;
            return invalid();
        }
        pos = after;
        start = open + 1;
        end = after - 1;
        quote = '`';
        form = DOUBLED_QUOTE;
        return kind;
    }

    private int nationalString() {
        int kind = word(LOWER);
        return pos == tokenStart + 1 && text[pos] == '\'' ? Token.CHARSET : kind;
    }

    private int hexString() {
        pos += 2;
        while (isHexDigit(text[pos])) {
            pos++;
        }
        if (text[pos] != '\'') {
            return invalid();
        }
        pos++;
        return token(Token.HEX);
    }

    private int bitString() {
        pos += 2;
        while (text[pos] == '0' || text[pos] == '1') {
            pos++;
        }
        if (text[pos] != '\'') {
            return invalid();
        }
        pos++;
        return token(Token.BIT);
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

    private int dot() {
        if (!isDigit(text[pos + 1])) {
            pos++;
            return token(Token.OPERATOR);
        }
        int kind = decimal();
        return kind == Token.WORD ? invalid() : kind;
    }

    private int number() {
        char c = text[pos++];
        int kind = Token.INTEGER;
        if (c == '0') {
            char second = text[pos];
            if (second == 'x' || second == 'X') {
                int from = ++pos;
                while (isHexDigit(text[pos])) {
                    pos++;
                }
                if (pos == from) {
                    return wordFrom();
                }
                kind = Token.HEX;
            } else if (second == 'b') {
                int from = ++pos;
                while (text[pos] == '0' || text[pos] == '1') {
                    pos++;
                }
                if (pos == from || isDigit(text[pos])) {
                    return wordFrom();
                }
                kind = Token.BIT;
            } else if (second == 'B') {
                return wordFrom();
            }
        }
        pos = digits(pos);
        char after = text[pos];
        if (after == '.' || after == 'e' || after == 'E') {
            return decimal();
        }
        return isWordChar(after) ? wordFrom() : token(kind);
    }

    /** The rest of a word that began like a number. */
    private int wordFrom() {
        while (isWordChar(text[pos])) {
            pos++;
        }
        wordBits = 128;
        return token(Token.WORD);
    }

    /** Reads the token again as a number with a point or an exponent: a word if no digit follows the exponent's sign. */
    private int decimal() {
        backTo(tokenStart);
        pos = digits(pos);
        if (text[pos] == '.') {
            pos = digits(pos + 1);
        }
        if (text[pos] != 'e' && text[pos] != 'E') {
            return token(Token.DECIMAL);
        }
        int exponent = text[pos + 1] == '-' || text[pos + 1] == '+' ? pos + 2 : pos + 1;
        if (isDigit(text[exponent])) {
            pos = digits(exponent);
            return token(Token.DECIMAL);
        }
        backTo(tokenStart);
        return wordFrom();
    }
}
