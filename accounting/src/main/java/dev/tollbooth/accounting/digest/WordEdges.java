package dev.tollbooth.accounting.digest;

/**
 * Where the words of a short text begin and end, a bit for each character, and its letters in lower case.
 *
 * <p>Found eight characters at a time before any word is read, so that reading one waits for no other.
 * Not thread-safe; reused.
 */
final class WordEdges {

    /** Characters of the longest text that is looked at; longer ones are mostly literals. */
    static final int LONGEST_TEXT = 4096;

    private static final int BLOCKS = LONGEST_TEXT / Long.SIZE + 1;

    /** A bit where a word begins and where the first character after one is, the first character's lowest. */
    final long[] edges = new long[BLOCKS];

    /** The text in lower case with zeros behind it; negative where it is not ASCII. */
    final byte[] lower = new byte[(BLOCKS + 1) * Long.SIZE];

    /** Marks of what belongs to no word, a byte for each character. */
    private final byte[] ends = new byte[BLOCKS * Long.SIZE];

    /** Takes a text of up to {@link #LONGEST_TEXT} characters, with a block of zeros behind it. */
    void of(byte[] ascii, int length) {
        int blocks = length / Long.SIZE + 1;
        markEnds(ascii, blocks * Long.SIZE);
        long last = 0;
        for (int block = 0; block < blocks; block++) {
            long inWord = 0;
            for (int i = 0; i < Long.SIZE; i += Long.BYTES) {
                inWord |= EightBytes.gather(EightBytes.at(ends, block * Long.SIZE + i)) << i;
            }
            inWord = ~inWord;
            edges[block] = inWord ^ (inWord << 1 | last);
            last = inWord >>> (Long.SIZE - 1);
        }
    }

    /** A loop of its own, which the compiler turns into one over vectors. */
    private void markEnds(byte[] ascii, int length) {
        byte[] low = lower;
        byte[] marks = ends;
        for (int i = 0; i < length; i += Long.BYTES) {
            long eight = EightBytes.at(ascii, i);
            long letters = EightBytes.letters(eight);
            EightBytes.put(low, i, EightBytes.lower(eight, letters));
            EightBytes.put(marks, i, EightBytes.wordEnds(eight, letters));
        }
    }
}
