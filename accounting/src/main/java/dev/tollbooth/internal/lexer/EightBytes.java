package dev.tollbooth.internal.lexer;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.stream.Stream;

/**
 * Operations on eight bytes of a text in a long, the first in its lowest byte.
 *
 * <p>A mark is the highest bit of a byte. Sums stay within their byte, because the marks are cleared first.
 */
public final class EightBytes {

    private static final long ONES = 0x0101010101010101L;
    private static final long MARKS = ONES << 7;
    private static final long SEVEN_BITS = 0x7f * ONES;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private EightBytes() {}

    /** Returns the bytes from an index on; all eight must be in the array. */
    public static long at(byte[] bytes, int index) {
        return (long) LONGS.get(bytes, index);
    }

    public static void put(byte[] bytes, int index, long eight) {
        LONGS.set(bytes, index, eight);
    }

    /** Returns eight times the same ASCII character. */
    public static long of(char ascii) {
        return ascii * ONES;
    }

    /** Returns the marks of letters, from the lowest seven bits of each byte; valid only for bytes that are ASCII. */
    static long letters(long eight) {
        long folded = (eight | 0x20 * ONES) & SEVEN_BITS;
        return (folded + (0x80 - 'a') * ONES) & ~(folded + (0x7f - 'z') * ONES) & MARKS;
    }

    /**
     * Returns the marks of all bytes that are no ASCII letter, digit or underscore, given the result of {@link
     * #letters}.
     */
    static long wordEnds(long eight, long letters) {
        long low = eight & SEVEN_BITS;
        long digits = (low + (0x80 - '0') * ONES) & ~(low + (0x7f - '9') * ONES);
        long others = ((low ^ of('_')) + SEVEN_BITS) & ~(letters | digits);
        return (eight | others) & MARKS;
    }

    /**
     * Returns the marks of the bytes that a mask of literals has to examine: quotes, digits, possible comments, and
     * non-ASCII. Digits right behind letters belong to names and are not marked.
     */
    public static long maskStops(long eight) {
        long low = eight & SEVEN_BITS;
        long digits = (low + (0x80 - '0') * ONES) & ~(low + (0x7f - '9') * ONES);
        long behindLetter = (eight & 0x40 * ONES) << 9;
        long from22To24 = (low + (0x80 - '"') * ONES) & ~(low + (0x7f - '$') * ONES);
        long none = ((low ^ of('\'')) + SEVEN_BITS)
                & ((low ^ of('-')) + SEVEN_BITS)
                & ((low ^ of('/')) + SEVEN_BITS)
                & ((low ^ of('`')) + SEVEN_BITS);
        return (eight | (digits & ~behindLetter) | from22To24 | ~none) & MARKS;
    }

    /** Returns the bytes with letters in lower case, given the result of {@link #letters}. */
    static long lower(long eight, long letters) {
        return eight | letters >>> 2;
    }

    /** Returns the marks of all bytes that are no digit. */
    public static long nonDigits(long eight) {
        long value = eight ^ of('0');
        return (value | ((value & SEVEN_BITS) + (0x7f - 9) * ONES)) & MARKS;
    }

    /**
     * Returns the marks of the first byte that equals the ASCII character from {@link #of}, and perhaps of later bytes.
     */
    public static long matches(long eight, long character) {
        long difference = eight ^ character;
        return (difference - ONES) & ~difference & MARKS;
    }

    /** Returns the number of bytes before the first mark. */
    public static int before(long marks) {
        return Long.numberOfTrailingZeros(marks) >>> 3;
    }

    /** Returns the bytes before the first mark, and zeros instead of the others. */
    static long cut(long eight, long marks) {
        return eight & (((marks & -marks) >>> 7) - 1);
    }

    /** Returns a packed word of at most eight ASCII characters as a lexer packs it. */
    static long word(String word) {
        long bytes = 0;
        for (int i = word.length() - 1; i >= 0; i--) {
            bytes = bytes << Byte.SIZE | word.charAt(i);
        }
        return bytes;
    }

    /** Returns packed words, as a lexer packs them. */
    static long[] words(String separatedByBlanks) {
        return Stream.of(separatedByBlanks.split(" ", -1))
                .mapToLong(EightBytes::word)
                .toArray();
    }
}
