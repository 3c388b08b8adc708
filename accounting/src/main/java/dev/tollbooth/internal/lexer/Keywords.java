package dev.tollbooth.internal.lexer;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Locale;

/**
 * The words that the normalizer knows: TiDB's keywords and functions, and a few words that the reduction needs.
 *
 * <p>An open-addressing table over the bytes of the normalized text itself: a look-up allocates nothing and mostly
 * compares one long. The table is static, so that compiled code has constant addresses and lengths. Thread-safe:
 * immutable.
 */
public final class Keywords {

    /** The flag of a word that is printed without quotes. */
    public static final int KEYWORD = 1 << 8;
    /** The flag of a word that is printed without quotes if a parenthesis follows at once. */
    public static final int FUNCTION = 1 << 9;
    /** The flag of a word after which an operand begins, so that a sign behind the word is unary. */
    public static final int BEFORE_OPERAND = 1 << 10;
    /** The lowest bit of a word's role in lists and chains. A role is 0 or one of the constants below. */
    public static final int ROLE_SHIFT = 11;

    public static final int AND = 1;
    public static final int OR = 2;
    public static final int BETWEEN = 3;
    /** A word between two queries. */
    public static final int UNION = 4;
    /** A word that may follow UNION and belong to it. */
    public static final int ALL = 5;

    public static final int SELECT = 6;
    public static final int CASE = 7;
    /** A word that begins a branch of CASE. */
    public static final int WHEN = 8;

    public static final int ELSE = 9;
    public static final int END = 10;
    /** A word that begins a target of INSERT ALL. */
    public static final int INTO = 11;
    /** A word that begins a clause, and ends the lists and conditions before it. */
    public static final int CLAUSE = 12;
    /** A word that begins a clause after the last of several queries. */
    public static final int ORDER = 13;

    /** The low bits, which hold the word's class, one of {@link WordClass}. */
    public static final int CLASS_MASK = 0xff;

    private static final int SIZE = 8192;
    /** The second eight bytes for a word with more than sixteen bytes; no real word has them. */
    private static final long LONGER = -1;

    private static final int SHIFT = Long.SIZE - 13;

    /** The keys: the first eight bytes of each word and the eight after them, padded with zeros. */
    private static final long[] KEYS = new long[2 * SIZE];

    private static final byte[][] WORDS = new byte[SIZE][];
    private static final short[] VALUES = new short[SIZE];
    private static final int LONGEST;

    static {
        int longest = Math.max(add(TidbWords.KEYWORDS, KEYWORD), add(TidbWords.FUNCTIONS, FUNCTION));
        longest = Math.max(longest, add(WordClass.BEFORE_OPERAND, BEFORE_OPERAND));
        for (String entry : WordClass.WORDS) {
            int space = entry.indexOf(' ');
            byte[] word = entry.getBytes(US_ASCII);
            longest = Math.max(longest, put(word, 0, space, Integer.parseInt(entry, space + 1, entry.length(), 10)));
        }
        for (int role = 0; role < WordClass.ROLES.length; role++) {
            longest = Math.max(longest, add(WordClass.ROLES[role], role << ROLE_SHIFT));
        }
        LONGEST = longest;
    }

    private Keywords() {}

    /**
     * Adds words and returns the length of the longest one. It works on bytes, because this is part of each
     * application's start.
     */
    private static int add(String upperCaseWords, int flag) {
        byte[] words = upperCaseWords.getBytes(US_ASCII);
        int longest = 0;
        int start = 0;
        for (int i = 0; i < words.length; i++) {
            byte b = words[i];
            if (b <= ' ') {
                longest = Math.max(longest, put(words, start, i, flag));
                start = i + 1;
            } else if (b >= 'A' && b <= 'Z') {
                words[i] = (byte) (b | 0x20);
            }
        }
        return longest;
    }

    private static int put(byte[] text, int start, int end, int bits) {
        byte[] word = Arrays.copyOfRange(text, start, end);
        long head = packed(word, 0);
        int slot = slot(head);
        while (WORDS[slot] != null && !(KEYS[2 * slot] == head && Arrays.equals(WORDS[slot], word))) {
            slot = (slot + 1) & (SIZE - 1);
        }
        WORDS[slot] = word;
        KEYS[2 * slot] = head;
        KEYS[2 * slot + 1] = word.length > 2 * Long.BYTES ? LONGER : packed(word, Long.BYTES);
        VALUES[slot] |= (short) bits;
        return word.length;
    }

    /** Returns eight bytes of a whole word from {@code start} on, packed as {@link #bytesAt} does. */
    private static long packed(byte[] word, int start) {
        long bytes = 0;
        for (int i = Math.min(word.length, start + Long.BYTES) - 1; i >= start; i--) {
            bytes = bytes << Byte.SIZE | word[i];
        }
        return bytes;
    }

    /** Returns the flags of a word in lower case of at most sixteen bytes; 0 if unknown. */
    public static int find(long head, long tail) {
        int slot = slot(head);
        while (KEYS[2 * slot] != 0) {
            if (KEYS[2 * slot] == head && KEYS[2 * slot + 1] == tail) {
                return VALUES[slot];
            }
            slot = (slot + 1) & (SIZE - 1);
        }
        return 0;
    }

    /**
     * Returns the flags of the word in lower case from {@code start} to {@code end}; 0 if unknown. Eight more bytes
     * must be readable after its end.
     */
    public static int find(byte[] text, int start, int end) {
        int length = end - start;
        if (length > LONGEST || length == 0) {
            return 0;
        }
        long head = bytesAt(text, start, length);
        int slot = slot(head);
        while (KEYS[2 * slot] != 0) {
            if (KEYS[2 * slot] == head && Arrays.equals(WORDS[slot], 0, WORDS[slot].length, text, start, end)) {
                return VALUES[slot];
            }
            slot = (slot + 1) & (SIZE - 1);
        }
        return 0;
    }

    /** Returns the flags of a word in any case, off the hot path. */
    public static int find(String word) {
        byte[] bytes = word.toLowerCase(Locale.ROOT).getBytes(UTF_8);
        return find(Arrays.copyOf(bytes, bytes.length + Long.BYTES), 0, bytes.length);
    }

    /** Returns up to eight of {@code count} bytes. */
    private static long bytesAt(byte[] text, int start, int count) {
        if (count <= 0) {
            return 0;
        }
        long bytes = EightBytes.at(text, start);
        return count >= Long.BYTES ? bytes : bytes & ((1L << (count * Byte.SIZE)) - 1);
    }

    private static int slot(long head) {
        return (int) ((head * 0x9E3779B97F4A7C15L) >>> SHIFT);
    }
}
