package dev.tollbooth.internal.digest;

import dev.tollbooth.internal.lexer.EightBytes;
import dev.tollbooth.internal.memory.ObjectLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a normalized or masked text as a key of a cache.
 *
 * <p>{@link #borrow} lets this key refer to the bytes of a buffer, for a look-up without a copy. {@link #copy} makes an
 * immutable key to store. Not thread-safe while borrowed.
 */
final class TextKey {

    private static final long ODD = 0x9E3779B97F4A7C15L;

    private byte[] bytes = new byte[0];
    private int length;
    private int hash;

    void borrow(byte[] buffer, int count) {
        bytes = buffer;
        length = count;
        hash = hash(buffer, count);
    }

    TextKey copy() {
        TextKey copy = new TextKey();
        copy.bytes = Arrays.copyOf(bytes, length);
        copy.length = length;
        copy.hash = hash;
        return copy;
    }

    int length() {
        return length;
    }

    /** Returns the bytes of heap of a key with {@code length} bytes. */
    static long weight(ObjectLayout layout, int length) {
        return layout.instance(1, 2, 0) + layout.array(length, 1);
    }

    /** Returns the hash code of a key of these bytes. */
    static int hash(byte[] bytes, int length) {
        long h = length * ODD;
        if (length < 2 * Long.BYTES) {
            for (int i = 0; i < length; i++) {
                h = (h ^ bytes[i]) * ODD;
            }
            return (int) (h ^ (h >>> 32));
        }
        // two words per step, which don't depend on each other; the last sixteen bytes may overlap the ones before
        long other = ODD;
        int last = length - 2 * Long.BYTES;
        for (int i = 0; i < last; i += 2 * Long.BYTES) {
            h = mix(h, EightBytes.at(bytes, i));
            other = mix(other, EightBytes.at(bytes, i + Long.BYTES));
        }
        h = mix(h, EightBytes.at(bytes, last)) + mix(other, EightBytes.at(bytes, last + Long.BYTES));
        return (int) (h ^ (h >>> 32));
    }

    private static long mix(long hash, long eight) {
        long mixed = (hash ^ eight) * ODD;
        return mixed ^ mixed >>> 29;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TextKey that
                && hash == that.hash
                && Arrays.equals(bytes, 0, length, that.bytes, 0, that.length);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
