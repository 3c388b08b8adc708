package dev.tollbooth.internal.digest;

/** A text in lower case as UTF-8. Callers make room before they write. Not thread-safe. An instance is reused. */
abstract class Utf8Text {

    private static final byte[] LOWER = lower();

    byte[] bytes = new byte[2048];
    int length;

    private static byte[] lower() {
        byte[] lower = new byte[128];
        for (int c = 0; c < lower.length; c++) {
            lower[c] = (byte) (c >= 'A' && c <= 'Z' ? c | 0x20 : c);
        }
        return lower;
    }

    void write(char ascii) {
        bytes[length++] = (byte) ascii;
    }

    void writeAscii(String ascii) {
        for (int i = 0; i < ascii.length(); i++) {
            bytes[length++] = (byte) ascii.charAt(i);
        }
    }

    /** Writes characters in lower case, as UTF-8. */
    void writeLower(char[] text, int from, int to) {
        byte[] out = bytes;
        int n = length;
        for (int i = from; i < to; i++) {
            char c = text[i];
            if (c >= 128) {
                length = n;
                i = writeCodePoint(text, i, to) - 1;
                n = length;
            } else {
                out[n++] = LOWER[c];
            }
        }
        length = n;
    }

    /** Writes one code point in lower case and returns the index after it; a lone surrogate becomes U+FFFD. */
    int writeCodePoint(char[] text, int at, int to) {
        int cp = text[at];
        int after = at + 1;
        if (cp >= 0xD800 && cp < 0xE000) {
            if (cp < 0xDC00 && after < to && Character.isLowSurrogate(text[after])) {
                cp = Character.toCodePoint((char) cp, text[after++]);
            } else {
                cp = 0xFFFD;
            }
        }
        writeUtf8(Character.toLowerCase(cp));
        return after;
    }

    private void writeUtf8(int cp) {
        if (cp < 0x80) {
            bytes[length++] = (byte) cp;
        } else if (cp < 0x800) {
            bytes[length++] = (byte) (0xC0 | cp >> 6);
            bytes[length++] = (byte) (0x80 | (cp & 0x3F));
        } else {
            if (cp < 0x10000) {
                bytes[length++] = (byte) (0xE0 | cp >> 12);
            } else {
                bytes[length++] = (byte) (0xF0 | cp >> 18);
                bytes[length++] = (byte) (0x80 | (cp >> 12 & 0x3F));
            }
            bytes[length++] = (byte) (0x80 | (cp >> 6 & 0x3F));
            bytes[length++] = (byte) (0x80 | (cp & 0x3F));
        }
    }
}
