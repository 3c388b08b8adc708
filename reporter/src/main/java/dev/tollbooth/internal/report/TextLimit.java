package dev.tollbooth.internal.report;

/** A limit on the length of texts in reports, in bytes of UTF-8. */
final class TextLimit {

    /** The most bytes of a text in a report. */
    static final int BYTES = 4_096;

    private TextLimit() {}

    /**
     * Returns the longest beginning of {@code text} that consists of whole characters and has at most {@link #BYTES}
     * bytes in UTF-8.
     */
    static String cut(String text) {
        // a char takes at most three bytes
        if (text.length() <= BYTES / 3) {
            return text;
        }
        int bytes = 0;
        int at = 0;
        while (at < text.length()) {
            int codePoint = text.codePointAt(at);
            bytes += bytes(codePoint);
            if (bytes > BYTES) {
                return text.substring(0, at);
            }
            at += Character.charCount(codePoint);
        }
        return text;
    }

    private static int bytes(int codePoint) {
        if (codePoint < 0x80) {
            return 1;
        }
        if (codePoint < 0x800) {
            return 2;
        }
        return codePoint < Character.MIN_SUPPLEMENTARY_CODE_POINT ? 3 : 4;
    }
}
