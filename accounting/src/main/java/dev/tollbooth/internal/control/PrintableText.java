package dev.tollbooth.internal.control;

import java.util.HexFormat;

/**
 * A filter that escapes text from outside, such as a user's name or a quoted identifier, for lines that people read.
 *
 * <p>Data is not escaped: JSON, protobuf, SQL tables and MBeans' values have quotes or lengths of their own.
 */
public final class PrintableText {

    private static final int ESCAPED = 1 << Character.CONTROL
            | 1 << Character.FORMAT
            | 1 << Character.LINE_SEPARATOR
            | 1 << Character.PARAGRAPH_SEPARATOR
            | 1 << Character.SURROGATE;

    private PrintableText() {}

    /**
     * Returns {@code text} with unprintable characters as a backslash, u and four hexadecimal digits. Unicode's
     * categories Cc, Cf, Zl and Zp and single surrogates are unprintable. A backslash is not escaped. Returns {@code
     * text} itself if nothing needs an escape.
     */
    public static String escape(String text) {
        int length = text.length();
        int printable = 0;
        while (printable < length && isAscii(text.charAt(printable))) {
            printable++;
        }
        for (int i = printable; i < length; ) {
            int c = text.codePointAt(i);
            if (isEscaped(c)) {
                return escape(text, i);
            }
            i += Character.charCount(c);
        }
        return text;
    }

    /** Returns {@code text} as {@link #escape} does, but keeps line feeds. */
    public static String escapeLines(String text) {
        if (text.indexOf('\n') < 0) {
            return escape(text);
        }
        StringBuilder lines = new StringBuilder(text.length() + 32);
        for (String line : text.split("\n", -1)) {
            lines.append(escape(line)).append('\n');
        }
        return lines.substring(0, lines.length() - 1);
    }

    /**
     * Returns {@code text} as the value of a label in Prometheus' text formats. Unprintable characters are escaped
     * except line feeds, for which the formats have an escape of their own.
     */
    public static String label(String text) {
        return isPlain(text)
                ? text
                : escapeLines(text).replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    /** Returns at most {@code length} characters of {@code text}, with an ellipsis at the end if some were cut. */
    public static String cut(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        boolean pair = length > 1 && Character.isHighSurrogate(text.charAt(length - 2));
        return text.substring(0, length - (pair ? 2 : 1)) + "…";
    }

    /** Returns the length of {@link #label}. */
    public static int labelLength(String text) {
        return isPlain(text) ? text.length() : label(text).length();
    }

    /** Returns whether {@code text} needs no escape as the value of a label, as most texts do not. */
    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!isAscii(c) || c == '\\' || c == '"') {
                return false;
            }
        }
        return true;
    }

    private static String escape(String text, int printable) {
        StringBuilder escaped = new StringBuilder(text.length() + 32).append(text, 0, printable);
        for (int i = printable; i < text.length(); ) {
            int c = text.codePointAt(i);
            int end = i + Character.charCount(c);
            for (; i < end; i++) {
                if (isEscaped(c)) {
                    escaped.append("\\u").append(HexFormat.of().toHexDigits(text.charAt(i)));
                } else {
                    escaped.append(text.charAt(i));
                }
            }
        }
        return escaped.toString();
    }

    /** Returns whether {@code c} is one of the ASCII characters that need no escape. */
    private static boolean isAscii(int c) {
        return c >= ' ' && c <= '~';
    }

    private static boolean isEscaped(int c) {
        return !isAscii(c) && (ESCAPED >> Character.getType(c) & 1) != 0;
    }
}
