package dev.tollbooth.cli.text;

/** JSON strings (RFC 8259): all that a line of {@code tollbooth digest --json} needs. */
public final class JsonStrings {

    private static final String HEX = "0123456789abcdef";

    private JsonStrings() {}

    /** Returns {@code text} as a JSON string; controls and lone surrogates are escaped, so that it is always UTF-8. */
    public static String quote(String text) {
        StringBuilder json = new StringBuilder(text.length() + 16).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> json.append("\\\"");
                case '\\' -> json.append("\\\\");
                case '\n' -> json.append("\\n");
                case '\r' -> json.append("\\r");
                case '\t' -> json.append("\\t");
                default -> {
                    if (Character.isHighSurrogate(c)
                            && i + 1 < text.length()
                            && Character.isLowSurrogate(text.charAt(i + 1))) {
                        json.append(c).append(text.charAt(++i));
                    } else if (c < ' ' || c == 0x7f || c == 0x2028 || c == 0x2029 || Character.isSurrogate(c)) {
                        escape(json, c);
                    } else {
                        json.append(c);
                    }
                }
            }
        }
        return json.append('"').toString();
    }

    private static void escape(StringBuilder json, char c) {
        json.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
            json.append(HEX.charAt(c >> shift & 0xf));
        }
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
