package dev.tollbooth.internal.lexer;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.util.Arrays;

/**
 * A converter of characters to bytes at the same indexes, so that eight can be examined at once. A character that is
 * not ASCII becomes a negative byte.
 *
 * <p>Not thread-safe. An instance is reused.
 */
public final class AsciiBytes {

    /** The zeros after the text, for reads of sixteen bytes and more beyond its end. */
    public static final int ZEROS = 3 * Long.BYTES;

    private final CharsetEncoder encoder = ISO_8859_1.newEncoder();
    private CharBuffer from = CharBuffer.allocate(0);
    private ByteBuffer to = ByteBuffer.allocate(0);

    /** Returns the bytes of the first characters of an array, valid until the next call. */
    public byte[] of(char[] text, int length) {
        if (from.array() != text) {
            from = CharBuffer.wrap(text);
            to = ByteBuffer.allocate(text.length + ZEROS);
        }
        from.clear().limit(length);
        to.clear();
        // the encoder copies ISO 8859-1 fast, and stops at anything else
        encoder.reset().encode(from, to, true);
        byte[] bytes = to.array();
        for (int i = to.position(); i < length; i++) {
            bytes[i] = (byte) (text[i] < 128 ? text[i] : -1);
        }
        Arrays.fill(bytes, length, length + ZEROS, (byte) 0);
        return bytes;
    }
}
