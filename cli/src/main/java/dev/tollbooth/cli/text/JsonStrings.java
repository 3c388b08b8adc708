package dev.tollbooth.cli.text;

import dev.tollbooth.internal.control.PrintableText;

/** JSON strings (RFC 8259): all that a line of {@code tollbooth digest --json} needs. */
public final class JsonStrings {

    private JsonStrings() {}

    /** Returns {@code text} as a JSON string; what is not printable is escaped, so that it is always UTF-8 and one line. */
    public static String quote(String text) {
        String quoted = text.replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("\n", "\\n")
                .replace("\r", "\\r")
                .replace("\t", "\\t");
        return '"' + PrintableText.escape(quoted) + '"'; // JSON writes such characters as people's text does
    }

    /**
     * Returns the text that one JSON string stands for; white space around it is allowed.
     *
     * @throws IllegalArgumentException if {@code line} is anything else; says where, never what
     */
    public static String parse(String line) {
        String json = line.strip();
        if (json.length() < 2 || json.charAt(0) != '"') {
            throw new IllegalArgumentException("no double quote at its start");
        }
        StringBuilder text = new StringBuilder(json.length());
        int i = 1;
        while (i < json.length()) {
            char c = json.charAt(i);
            if (c == '"') {
                if (i + 1 < json.length()) {
                    throw new IllegalArgumentException("more behind the string at character " + (i + 2));
                }
                return text.toString();
            } else if (c == '\\') {
                i = unescape(json, i + 1, text);
            } else if (c < ' ') {
                throw new IllegalArgumentException("raw control character at character " + (i + 1));
            } else {
                text.append(c);
                i++;
            }
        }
        throw new IllegalArgumentException("no double quote at its end");
    }

    /** Appends what the escape at {@code i}, behind the backslash, stands for; returns the index behind it. */
    private static int unescape(String json, int i, StringBuilder text) {
        char c = i < json.length() ? json.charAt(i) : 0;
        int known = "\"\\/bfnrt".indexOf(c);
        if (known >= 0) {
            text.append("\"\\/\b\f\n\r\t".charAt(known));
            return i + 1;
        }
        if (c != 'u' || i + 5 > json.length()) {
            throw new IllegalArgumentException("bad escape at character " + (i + 1));
        }
        int value = 0;
        for (int k = i + 1; k <= i + 4; k++) {
            char digit = json.charAt(k);
            int hex = digit < 128 ? Character.digit(digit, 16) : -1;
            if (hex < 0) {
                throw new IllegalArgumentException("bad escape at character " + (i + 1));
            }
            value = value << 4 | hex;
        }
        text.append((char) value);
        return i + 5;
    }
}
