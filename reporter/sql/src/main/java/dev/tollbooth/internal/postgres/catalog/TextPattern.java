package dev.tollbooth.internal.postgres.catalog;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.util.ArrayList;
import java.util.List;

/**
 * A matcher of LIKE, and of the regular expressions that clients send. It converts these to patterns of LIKE. The
 * number of comparisons is at most the text's length times the pattern's, and each one is a step. A general engine for
 * regular expressions could run forever.
 */
final class TextPattern {

    private static final int LONGEST = 2_048;
    private static final String OF_EXPRESSIONS = "*+?[]{}()|^$";

    private final String regex;
    private final Evaluation run;
    private int at;

    private TextPattern(String regex, Evaluation run) {
        this.regex = regex;
        this.run = run;
    }

    /** Returns whether {@code regex} matches a part of {@code text}. */
    static boolean finds(String text, String regex, boolean anyCase, Evaluation run) throws PostgresException {
        for (String pattern : new TextPattern(regex, run).branches()) {
            if (like(text, pattern, anyCase, run)) {
                return true;
            }
        }
        return false;
    }

    static boolean like(String text, String pattern, boolean anyCase, Evaluation run) throws PostgresException {
        int in = 0;
        int next = 0;
        int afterAny = -1;
        int retried = 0;
        while (in < text.length()) {
            run.step();
            char c = next < pattern.length() ? pattern.charAt(next) : '\0';
            boolean escaped = c == '\\' && next + 1 < pattern.length();
            if (c == '%') {
                afterAny = ++next;
                retried = in;
            } else if (next < pattern.length()
                    && (c == '_' || same(escaped ? pattern.charAt(next + 1) : c, text.charAt(in), anyCase))) {
                next += escaped ? 2 : 1;
                in++;
            } else if (afterAny >= 0) {
                next = afterAny; // extends the text that the last % stands for
                in = ++retried;
            } else {
                return false;
            }
        }
        while (next < pattern.length() && pattern.charAt(next) == '%') {
            next++;
        }
        return next == pattern.length();
    }

    private static boolean same(char one, char other, boolean anyCase) {
        return one == other || (anyCase && Character.toLowerCase(one) == Character.toLowerCase(other));
    }

    /**
     * Returns the patterns of LIKE, one of which must match: {@code ^a(b|c.*)$|d} becomes {@code ab}, {@code ac%} and
     * {@code %d%}.
     */
    private List<String> branches() throws PostgresException {
        if (regex.length() > LONGEST) {
            throw PostgresException.error(PostgresException.LIMIT, "pattern too long: limit=" + LONGEST);
        }
        run.making(regex.length());
        List<String> all = new ArrayList<>();
        do {
            List<String> branch = List.of(pass('^') ? "" : "%");
            boolean grouped = false;
            while (at < regex.length() && regex.charAt(at) != '|' && regex.charAt(at) != '$') {
                if (!grouped && pass('(')) {
                    branch = joined(branch, group());
                    grouped = true;
                } else {
                    branch = joined(branch, List.of(part()));
                }
            }
            all.addAll(pass('$') ? branch : joined(branch, List.of("%")));
        } while (pass('|'));
        if (at < regex.length()) {
            throw unsupported();
        }
        return all;
    }

    private List<String> joined(List<String> firsts, List<String> seconds) throws PostgresException {
        List<String> all = new ArrayList<>();
        for (String first : firsts) {
            for (String second : seconds) {
                all.add(run.made(first + second));
            }
        }
        return all;
    }

    private List<String> group() throws PostgresException {
        List<String> alternatives = new ArrayList<>();
        do {
            StringBuilder alternative = new StringBuilder();
            while (at < regex.length() && regex.charAt(at) != '|' && regex.charAt(at) != ')') {
                alternative.append(part());
            }
            alternatives.add(alternative.toString());
        } while (pass('|'));
        if (!pass(')')) {
            throw unsupported();
        }
        if (pass('?')) {
            alternatives.add("");
        }
        return alternatives;
    }

    /** Parses a character, {@code .} or {@code .*}, and returns it as a pattern of LIKE. */
    private String part() throws PostgresException {
        char c = regex.charAt(at++);
        if (c == '.') {
            return pass('*') ? "%" : "_";
        }
        if (c == '\\' && at < regex.length() && !Character.isLetterOrDigit(regex.charAt(at))) {
            c = regex.charAt(at++);
        } else if (c == '\\' || OF_EXPRESSIONS.indexOf(c) >= 0) {
            throw unsupported();
        }
        return c == '%' || c == '_' || c == '\\' ? "\\" + c : String.valueOf(c);
    }

    private boolean pass(char c) {
        boolean is = at < regex.length() && regex.charAt(at) == c;
        at += is ? 1 : 0;
        return is;
    }

    private static PostgresException unsupported() {
        return PostgresException.error(
                PostgresException.UNSUPPORTED,
                "regular expression that is not served here: use characters, . and .*, ^ and $ at the ends, | and one (a|b) or (a)?; or LIKE");
    }
}
