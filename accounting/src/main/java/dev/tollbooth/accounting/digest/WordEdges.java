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

    /** Takes a text of up to {@link #LONGEST_TEXT} characters, with zeros behind it. */
    void of(byte[] ascii, int length) {
        long last = 0;
        for (int at = 0; at <= length; at += Long.SIZE) {
            long inWord = 0;
            int end = Math.min(length - at + 1, Long.SIZE);
            for (int i = 0; i < end; i += Long.BYTES) {
                long eight = EightBytes.at(ascii, at + i);
                long letters = EightBytes.letters(eight);
                EightBytes.put(lower, at + i, EightBytes.lower(eight, letters));
                inWord |= (EightBytes.gather(EightBytes.wordEnds(eight, letters)) ^ 0xff) << i;
            }
            edges[at / Long.SIZE] = inWord ^ (inWord << 1 | last);
            last = inWord >>> (Long.SIZE - 1);
        }
    }
}
