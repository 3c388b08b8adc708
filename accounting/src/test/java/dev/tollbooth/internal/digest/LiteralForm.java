package dev.tollbooth.internal.digest;

/**
 * A way to write a literal, with a place for its content.
 *
 * @param template the literal with {@link #PLACE} for the digits
 * @param content what may stand at the place besides digits
 */
record LiteralForm(String template, Content content) {

    /** Stands in a template for the content. */
    static final String PLACE = "§";

    /** What a form lets stand around the digits, and how it is escaped. */
    enum Content {
        /** Nothing but digits. */
        DIGITS,
        /** The digits as a binary number. */
        BITS,
        /** Anything, with single quotes doubled. */
        QUOTED,
        /** Anything, with single quotes doubled and backslashes before backslashes. */
        ESCAPED,
        /** The same between double quotes. */
        DOUBLE_QUOTES_ESCAPED,
        /** Anything but dollars. */
        DOLLARS,
        /** Anything but quotes. */
        NO_QUOTES
    }

    static LiteralForm of(String template, Content content) {
        return new LiteralForm(template, content);
    }

    /** Whether ORDER BY takes it for a position. */
    boolean isInteger() {
        return content == Content.DIGITS
                && template.chars().allMatch(c -> c == PLACE.charAt(0) || c == '_' || Character.isDigit(c));
    }

    /** Returns the literal with these digits. */
    String with(String digits) {
        return with(digits, "");
    }

    /** Returns the literal with these digits and, where the form allows it, other text behind them. */
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

    /** Whether a text shows the most of these digits, in one of the ways in which a form writes them. */
    static boolean isShown(String digits, String text) {
        String bits = bits(digits);
        return text.contains(digits.substring(1, digits.length() - 1))
                || text.contains(bits.substring(1, bits.length() - 1));
    }

    private static String bits(String digits) {
        return Long.toBinaryString(Long.parseLong(digits));
    }
}
