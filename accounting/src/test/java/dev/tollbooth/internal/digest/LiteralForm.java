package dev.tollbooth.internal.digest;

/**
 * A way to write a literal.
 *
 * @param template the literal, with {@link #PLACE} for the content
 * @param content the characters that may be part of it besides digits
 */
record LiteralForm(String template, Content content) {

    /** The character in a template that is replaced by the content. */
    static final String PLACE = "§";

    /** The content that a form allows besides digits, and its escapes. */
    enum Content {
        /** Only digits. */
        DIGITS,
        /** Digits as a binary number. */
        BITS,
        /** Any text, with single quotes doubled. */
        QUOTED,
        /** Any text, with single quotes doubled and backslashes escaped. */
        ESCAPED,
        /** Any text between double quotes, with the same escapes. */
        DOUBLE_QUOTES_ESCAPED,
        /** Any text without dollars. */
        DOLLARS,
        /** Any text without quotes. */
        NO_QUOTES
    }

    static LiteralForm of(String template, Content content) {
        return new LiteralForm(template, content);
    }

    /** Returns whether ORDER BY reads the literal as a position. */
    boolean isInteger() {
        return content == Content.DIGITS
                && template.chars().allMatch(c -> c == PLACE.charAt(0) || c == '_' || Character.isDigit(c));
    }

    /** Returns the literal with these digits as its content. */
    String with(String digits) {
        return with(digits, "");
    }

    /** Returns the literal with these digits, followed by other text if the form allows it. */
    String with(String digits, String other) {
        String inside = switch (content) {
            case DIGITS -> digits;
            case BITS -> bits(digits);
            case QUOTED -> digits + other.replace("'", "''");
            case ESCAPED -> digits + other.replace("\\", "\\\\").replace("'", "''");
            case DOUBLE_QUOTES_ESCAPED -> digits + other.replace("\\", "\\\\").replace("\"", "\"\"");
            case DOLLARS -> digits + other.replace("$", "");
            case NO_QUOTES -> digits + other.replace("'", "");
        };
        return template.replace(PLACE, inside);
    }

    /** Returns whether a text shows most of these digits, in one of the ways in which a form writes them. */
    static boolean isShown(String digits, String text) {
        String bits = bits(digits);
        return text.contains(digits.substring(1, digits.length() - 1))
                || text.contains(bits.substring(1, bits.length() - 1));
    }

    private static String bits(String digits) {
        return Long.toBinaryString(Long.parseLong(digits));
    }
}
