package dev.tollbooth.accounting.digest;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;

/**
 * The words that the normalizer knows: TiDB's keywords and functions, and the few whose meaning the reduction needs.
 *
 * <p>A table with open addressing over the characters of the SQL text itself, so that a look-up allocates nothing.
 * Thread-safe: immutable.
 */
final class Keywords {

    /** Printed without quotes. */
    static final int KEYWORD = 1 << 8;
    /** Printed without quotes if a parenthesis follows at once. */
    static final int FUNCTION = 1 << 9;
    /** The low bits hold the word's class, one of {@link WordClass}. */
    static final int CLASS_MASK = 0xff;

    static final Keywords INSTANCE = new Keywords();

    private static final int SIZE = 8192;

    private final char[][] words = new char[SIZE][];
    private final short[] values = new short[SIZE];
    private int longest;

    private Keywords() {
        add(read("tidb-keywords.txt"), KEYWORD);
        add(read("tidb-functions.txt"), FUNCTION);
        for (String entry : WordClass.WORDS) {
            int equal = entry.indexOf(' ');
            put(entry.substring(0, equal).toCharArray(), Integer.parseInt(entry, equal + 1, entry.length(), 10));
        }
    }

    /** Returns the lines of a resource beside this class. */
    static List<String> read(String resource) {
        try (InputStream in = Keywords.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("missing resource: name=" + resource + ", the jar is incomplete");
            }
            BufferedReader reader = new BufferedReader(new InputStreamReader(in, US_ASCII));
            List<String> lines = new ArrayList<>(1024);
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line);
            }
            return lines;
        } catch (IOException e) {
            throw new IllegalStateException("unreadable resource: name=" + resource + ", the jar is damaged", e);
        }
    }

    private void add(List<String> upperCaseWords, int flag) {
        for (String word : upperCaseWords) {
            char[] chars = word.toCharArray();
            for (int i = 0; i < chars.length; i++) {
                chars[i] = (char) lower(chars[i]);
            }
            put(chars, flag);
        }
    }

    private void put(char[] word, int bits) {
        longest = Math.max(longest, word.length);
        int slot = slot(word, 0, word.length);
        while (words[slot] != null && !java.util.Arrays.equals(words[slot], word)) {
            slot = slot + 1 & SIZE - 1;
        }
        words[slot] = word;
        values[slot] |= (short) bits;
    }

    /** Returns what is known of the characters from {@code start} to {@code end}, in any case; 0 for nothing. */
    int find(char[] text, int start, int end) {
        int length = end - start;
        if (length > longest || length == 0) {
            return 0;
        }
        int slot = slot(text, start, end);
        char[] word = words[slot];
        while (word != null) {
            if (word.length == length && matches(word, text, start)) {
                return values[slot];
            }
            slot = slot + 1 & SIZE - 1;
            word = words[slot];
        }
        return 0;
    }

    private static boolean matches(char[] word, char[] text, int start) {
        for (int i = 0; i < word.length; i++) {
            if (lower(text[start + i]) != word[i]) {
                return false;
            }
        }
        return true;
    }

    private static int lower(char c) {
        return c >= 'A' && c <= 'Z' ? c + 32 : c;
    }

    /** By length, the first three characters and the last: case does not matter to any of them. */
    private static int slot(char[] text, int start, int end) {
        int length = end - start;
        int hash = length * 0x9E3779B1
                + (text[start] | 0x20) * 0x85EBCA6B
                + (text[end - 1] | 0x20) * 0xC2B2AE35
                + (text[start + length / 2] | 0x20) * 0x27D4EB2F
                + (text[start + length / 3] | 0x20) * 0x165667B1;
        return (hash ^ hash >>> 15) >>> 3 & SIZE - 1;
    }
}
