package dev.tollbooth.internal.digest;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A second, simple implementation of the tokens of the MySQL family, as a model for the lexer. */
final class PlainTidbScanner {

    /**
     * A token in lower case, without its quotes.
     *
     * @param kind one of the words in this class
     * @param text the characters
     * @param start its position in the SQL
     */
    record Plain(String kind, String text, int start) {}

    static final String END = "end";
    static final String INVALID = "invalid";
    static final String SYMBOL = "symbol";
    static final String WORD = "word";
    static final String QUOTED = "quoted";
    static final String VARIABLE = "variable";
    static final String CHARSET = "charset";
    static final String INTEGER = "integer";
    static final String NUMBER = "number";
    static final String BITS = "bits";
    static final String STRING = "string";
    static final String PARAMETER = "parameter";
    static final String NULL = "null";

    private static final List<String> LONG_OPERATORS =
            List.of("<=>", "||", "&&", "&^", ":=", ">=", "<=", "!=", "<>", "<<", ">>");
    private static final Set<String> FEATURES = Set.of(
            ("auto_rand auto_id_cache auto_rand_base clustered_index force_inc placement ttl global_index pre_split"
                            + " affinity region_split")
                    .split(" ", -1));

    private final String sql;
    private int pos;
    private boolean inBangComment;

    PlainTidbScanner(String sql) {
        this.sql = sql;
    }

    /** Returns the character at an index, or NUL after the end. */
    char at(int i) {
        return i < sql.length() ? sql.charAt(i) : 0;
    }

    int pos() {
        return pos;
    }

    Plain next() {
        while (skip()) {}
        int start = pos;
        if (pos >= sql.length()) {
            return new Plain(END, "", start);
        }
        if (sql.startsWith("/*", pos)) {
            pos = sql.length();
            return new Plain(SYMBOL, "", start);
        }
        return token(start);
    }

    /** Skips white space, a comment, or the end of a comment whose inside counts. */
    private boolean skip() {
        if (pos < sql.length() && " \t\n\u000b\f\r".indexOf(sql.charAt(pos)) >= 0) {
            pos++;
            return true;
        } else if (at(pos) == '#' || (sql.startsWith("--", pos) && endsWord(pos + 2))) {
            int end = sql.indexOf('\n', pos);
            pos = end < 0 ? sql.length() : end;
            return true;
        } else if (inBangComment && sql.startsWith("*/", pos)) {
            inBangComment = false;
            pos += 2;
            return true;
        }
        return sql.startsWith("/*", pos) && skipComment();
    }

    private boolean endsWord(int i) {
        return i >= sql.length() || " \t\n\u000b\f\r".indexOf(sql.charAt(i)) >= 0;
    }

    private boolean skipComment() {
        if (at(pos + 2) == '!') {
            boolean version = sql.substring(pos + 3).matches("(?s)[0-9]{5}.*");
            pos += version ? 8 : 3;
            inBangComment = true;
            return true;
        }
        int from = at(pos + 2) == '*' ? pos + 2 : pos + 3;
        if (sql.startsWith("T!", pos + 2)) {
            String rest = sql.substring(pos + 4);
            java.util.regex.Matcher list = java.util.regex.Pattern.compile(
                            "\\[([A-Za-z0-9_$\u0080-\\x{10ffff}]+(?:,[A-Za-z0-9_$\u0080-\\x{10ffff}]+)*)\\]")
                    .matcher(rest);
            boolean hasList = list.lookingAt();
            if (!hasList || FEATURES.containsAll(List.of(list.group(1).split(",", -1)))) {
                pos += 4 + (hasList ? list.end() : 0);
                inBangComment = true;
                return true;
            }
            from = pos + 4 + list.end();
        }
        int end = sql.indexOf("*/", from);
        pos = end < 0 ? pos : end + 2;
        return end >= 0;
    }

    private Plain token(int start) {
        char c = at(pos);
        char second = at(pos + 1);
        if (c == '\'' || c == '"') {
            return string(STRING, start, "");
        } else if (c == '`') {
            return backQuoted(QUOTED, start, "");
        } else if (c == '@') {
            return variable(start);
        } else if (isDigit(c) || (c == '.' && isDigit(second))) {
            return number(start);
        } else if ((c == 'x' || c == 'X') && second == '\'') {
            return quotedDigits(start, NUMBER, "[0-9a-fA-F]*'");
        } else if ((c == 'b' || c == 'B') && second == '\'') {
            return quotedDigits(start, BITS, "[01]*'");
        } else if (isWordChar(c)) {
            String word = words(start);
            return word.equals("n") && at(pos) == '\'' ? new Plain(CHARSET, "", start) : new Plain(WORD, word, start);
        }
        return symbol(start);
    }

    private Plain symbol(int start) {
        if (sql.startsWith("->", pos)) {
            pos += at(pos + 2) == '>' ? 3 : 2;
            return new Plain(SYMBOL, "", start);
        } else if (sql.startsWith("\\N", pos)) {
            pos += 2;
            return new Plain(NULL, "\\n", start);
        } else if (at(pos) == '?') {
            pos++;
            return new Plain(PARAMETER, "?", start);
        }
        for (String operator : LONG_OPERATORS) {
            if (sql.startsWith(operator, pos)) {
                pos += operator.length();
                return new Plain(SYMBOL, operator, start);
            }
        }
        if ("+><()[];,&%:|!^~={}-/*.\\".indexOf(at(pos)) < 0) {
            return new Plain(INVALID, "", start);
        }
        pos++;
        return new Plain(SYMBOL, sql.substring(start, pos), start);
    }

    private Plain string(String kind, int start, String prefix) {
        char quote = at(pos++);
        StringBuilder text = new StringBuilder();
        while (pos < sql.length()) {
            char c = sql.charAt(pos++);
            if (c == quote && at(pos) != quote) {
                return new Plain(kind, prefix + lower(text.toString()), start);
            } else if (c == quote) {
                pos++;
                text.append(c);
            } else if (c == '\\' && pos >= sql.length()) {
                break;
            } else if (c == '\\') {
                text.append(escaped(sql.charAt(pos++)));
            } else {
                text.append(c);
            }
        }
        return new Plain(INVALID, "", start);
    }

    private static String escaped(char c) {
        int i = "n0bZrt".indexOf(c);
        return i >= 0 ? "\n\0\b\u001a\r\t".substring(i, i + 1) : c == '%' || c == '_' ? "\\" + c : String.valueOf(c);
    }

    private Plain backQuoted(String kind, int start, String prefix) {
        int i = pos + 1;
        while (i < sql.length() && !(sql.charAt(i) == '`' && at(i + 1) != '`')) {
            i += sql.charAt(i) == '`' ? 2 : 1;
        }
        String inside = i < sql.length() ? sql.substring(pos + 1, i) : "";
        pos = Math.min(sql.length(), i + 1);
        return i < sql.length()
                ? new Plain(kind, prefix + lower(inside.replace("``", "`")), start)
                : new Plain(INVALID, "", start);
    }

    private Plain variable(int start) {
        pos++;
        boolean system = at(pos) == '@';
        String prefix = "";
        if (system) {
            pos++;
            for (String scope : List.of("global.", "session.", "local.")) {
                if (sql.regionMatches(true, pos, scope, 0, scope.length())) {
                    prefix = scope;
                    pos += scope.length();
                    break;
                }
            }
            prefix = "@@" + prefix;
        }
        String kind = system ? SYMBOL : VARIABLE;
        if (at(pos) == '\'' || at(pos) == '"') {
            return string(kind, start, prefix);
        } else if (at(pos) == '`') {
            return backQuoted(kind, start, prefix);
        }
        int from = pos;
        while (isWordChar(at(pos)) || at(pos) == '.') {
            pos++;
        }
        String name = pos == from && system ? "" : prefix + lower(sql.substring(from, pos));
        return new Plain(kind, name, start);
    }

    private Plain quotedDigits(int start, String kind, String rest) {
        java.util.regex.Matcher matcher = java.util.regex.Pattern.compile(rest).matcher(sql);
        matcher.region(pos + 2, sql.length());
        boolean found = matcher.lookingAt();
        int digits = pos + 2;
        while (!found
                && (kind.equals(BITS) ? "01" : "0123456789abcdefABCDEF").indexOf(at(digits)) >= 0
                && at(digits) != 0) {
            digits++;
        }
        pos = found ? matcher.end() : digits;
        return new Plain(found ? kind : INVALID, "", start);
    }

    /** Reads the longest form of a number, or a word if letters follow. */
    private Plain number(int start) {
        if (find("0[xX][0-9a-fA-F]++(?![0-9a-zA-Z_$.\u0080-\\x{10ffff}])", start)) {
            return new Plain(NUMBER, "", start);
        } else if (find("0b[01]++(?![0-9a-zA-Z_$.\u0080-\\x{10ffff}])", start)) {
            return new Plain(BITS, "", start);
        } else if (find("0(?:[xX][0-9a-fA-F]++|b[01]++)(?=[.eE])", start)) {
            // the server reads it again as a decimal number, which ends after the zero
            pos = start + 1;
            return new Plain(NUMBER, "", start);
        } else if (at(start) == '0' && "xXbB".indexOf(at(start + 1)) >= 0 && at(start + 1) != 0) {
            return new Plain(WORD, words(start), start);
        } else if (find("(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)[eE][+-]?[0-9]+", start)) {
            return new Plain(NUMBER, "", start);
        } else if (find("(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)[eE]", start)) {
            pos = start;
            return at(start) == '.' ? new Plain(INVALID, "", start) : new Plain(WORD, words(start), start);
        } else if (find("[0-9]*\\.[0-9]*", start)) {
            return new Plain(NUMBER, "", start);
        }
        String word = words(start);
        boolean integer = word.chars().allMatch(c -> isDigit((char) c));
        return new Plain(integer ? INTEGER : WORD, word, start);
    }

    private boolean find(String regex, int start) {
        java.util.regex.Matcher matcher = java.util.regex.Pattern.compile(regex).matcher(sql);
        matcher.region(start, sql.length());
        matcher.useTransparentBounds(true);
        boolean found = matcher.lookingAt();
        pos = found ? matcher.end() : pos;
        return found;
    }

    private String words(int start) {
        pos = start;
        while (isWordChar(at(pos))) {
            pos++;
        }
        return lower(sql.substring(start, pos));
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isWordChar(char c) {
        return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c >= 128;
    }

    private static String lower(String text) {
        StringBuilder lower = new StringBuilder();
        text.codePoints().map(Character::toLowerCase).forEach(lower::appendCodePoint);
        assert !text.isEmpty() || lower.toString().equals(text.toLowerCase(Locale.ROOT));
        return lower.toString();
    }
}
