package dev.tollbooth.internal.ru.postgres;

/**
 * Reads JSON text from left to right, value by value, keeping nothing.
 *
 * <p>What is not JSON ends in an {@link IllegalArgumentException} that names the place and no content. Not thread-safe.
 */
final class JsonScanner {

    /** A text nested deeper is refused before the stack overflows. */
    private static final int MAX_DEPTH = 500;

    private static final int MAX_EXACT_DIGITS = 15;

    private final String text;
    private int at;
    private int depth;
    /** Whether the object or array was entered just now, so that no comma precedes what comes. */
    private boolean fresh;

    JsonScanner(String text, int from) {
        this.text = text;
        this.at = from;
    }

    /** Enters an object or array. */
    void enter(char open) {
        expect(open);
        if (++depth > MAX_DEPTH) {
            throw bad("nested too deep");
        }
        fresh = true;
    }

    /** Returns whether another member follows; if not, the object or array is left. */
    boolean more(char close) {
        char next = peek();
        if (next == close) {
            at++;
            depth--;
            fresh = false;
            return false;
        }
        if (!fresh) {
            expect(',');
            if (peek() == close) {
                throw bad("nothing behind a comma");
            }
        }
        fresh = false;
        return true;
    }

    /** Reads a member's name and the colon behind it. */
    String key() {
        String key = string();
        expect(':');
        return key;
    }

    /** Reads a string. */
    String string() {
        expect('"');
        int from = at;
        int end = closing(from);
        at = end + 1;
        int escape = text.indexOf('\\', from);
        return escape < 0 || escape > end ? text.substring(from, end) : unescaped(from, end);
    }

    private int closing(int from) {
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                return i;
            } else if (c == '\\') {
                i++;
            }
        }
        throw bad("no end of a string");
    }

    private String unescaped(int from, int end) {
        StringBuilder out = new StringBuilder(end - from);
        int i = from;
        while (i < end) {
            char c = text.charAt(i++);
            if (c != '\\') {
                out.append(c);
                continue;
            }
            char escaped = text.charAt(i++);
            if (escaped == 'u') {
                out.append(codeUnit(i, end));
                i += 4;
            } else {
                out.append(escape(escaped));
            }
        }
        return out.toString();
    }

    private char codeUnit(int from, int end) {
        int value = 0;
        for (int i = from; i < from + 4; i++) {
            int digit = i < end ? Character.digit(text.charAt(i), 16) : -1;
            if (digit < 0) {
                throw bad("no such escape");
            }
            value = value * 16 + digit;
        }
        return (char) value;
    }

    private char escape(char escaped) {
        return switch (escaped) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case '"', '\\', '/' -> escaped;
            default -> throw bad("no such escape");
        };
    }

    /** Reads a number. */
    double number() {
        peek();
        int from = at;
        long whole = 0;
        boolean digitsOnly = true;
        for (; at < text.length() && isOfNumber(text.charAt(at)); at++) {
            char c = text.charAt(at);
            digitsOnly &= c >= '0' && c <= '9';
            whole = whole * 10 + (c - '0');
        }
        if (at > from && digitsOnly && at - from <= MAX_EXACT_DIGITS) {
            return whole;
        }
        try {
            return Double.parseDouble(text.substring(from, at));
        } catch (NumberFormatException e) {
            throw bad("no number");
        }
    }

    private static boolean isOfNumber(char c) {
        return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
    }

    /** Reads any value and forgets it. */
    void skip() {
        char next = peek();
        if (next == '{') {
            enter('{');
            while (more('}')) {
                key();
                skip();
            }
        } else if (next == '[') {
            enter('[');
            while (more(']')) {
                skip();
            }
        } else if (next == '"') {
            at = closing(at + 1) + 1;
        } else if (!skipWord("true") && !skipWord("false") && !skipWord("null")) {
            number();
        }
    }

    private boolean skipWord(String word) {
        if (text.startsWith(word, at)) {
            at += word.length();
            return true;
        }
        return false;
    }

    /** Returns the next character that is no space, and stays before it. */
    private char peek() {
        for (; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c != ' ' && c != '\n' && c != '\t' && c != '\r') {
                return c;
            }
        }
        throw bad("it ends too early");
    }

    private void expect(char wanted) {
        if (peek() != wanted) {
            throw bad("no " + wanted);
        }
        at++;
    }

    private IllegalArgumentException bad(String what) {
        return new IllegalArgumentException("not JSON: " + what + ", at=" + at + ", length=" + text.length());
    }
}
