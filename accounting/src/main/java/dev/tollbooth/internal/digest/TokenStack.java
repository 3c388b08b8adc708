package dev.tollbooth.internal.digest;

import dev.tollbooth.internal.lexer.EightBytes;
import dev.tollbooth.internal.lexer.Keywords;
import dev.tollbooth.internal.lexer.WordClass;
import dev.tollbooth.statement.Sha256;
import java.util.Arrays;

/**
 * The reduced tokens of one statement, stored as the normalized text itself: removing tokens shortens the text.
 *
 * <p>In a long text, older tokens are hashed and dropped ({@link #settle}), because the rules look at the last ones
 * only. Besides the UTF-8 bytes there are an offset and a class per token. Not thread-safe. An instance is reused.
 */
final class TokenStack extends Utf8Text {

    private static final int KEPT_BYTES = 1 << 16;
    /** The number of tokens above which older ones are dropped. */
    private static final int MOST_TOKENS = 1 << 15;

    private static final int MOST_BYTES = 1 << 18;
    /** Spare bytes for a space, two quotes, and a read or write of sixteen bytes at the end. */
    private static final int SLACK = 24;

    /** A flag in addition to a token's class: an integer that comes next is a position. */
    private static final int POSITION_FOLLOWS = 0x80;

    private static final int CLASS_BITS = 0x7f;
    private static final long MAY_LEAD_TO_POSITION = 1L << WordClass.COMMA | 1L << WordClass.BY | 1L << WordClass.OPEN;
    /** An index below all literals. */
    private static final int NONE = -1000;

    /** The offsets and classes, as {@link #token} packs them. */
    private long[] tokens = new long[512];

    private int size;
    private int nameStart;
    private int lastLiteral = NONE;
    /** The number of bytes at the front that are hashed, and stay only for people. */
    private int settled;
    /** The number of dropped bytes, which are hashed and came right after the settled ones. */
    private long gone;

    /** Returns a packed token: the index of its first byte, a space if it has one, and its class. */
    private static long token(int start, int tokenClass) {
        return (long) start << Byte.SIZE | tokenClass;
    }

    private int startOf(int index) {
        return (int) (tokens[index] >>> Byte.SIZE);
    }

    private boolean leadsToPosition(int index) {
        return (tokens[index] & POSITION_FOLLOWS) != 0;
    }

    void clear() {
        length = 0;
        size = 0;
        lastLiteral = NONE;
        settled = 0;
        gone = 0;
    }

    /** Returns whether {@link #settle} has to drop older tokens. */
    boolean isFull() {
        return size > MOST_TOKENS || length - settled > MOST_BYTES;
    }

    /**
     * Hashes the older tokens and drops them, except the first {@code shown} bytes of the text.
     *
     * @return the number of dropped tokens, by which all other indexes decrease
     */
    int settle(TextHash hash, int shown) {
        int dropped = Math.max(0, size - MOST_TOKENS / 2);
        while (dropped < size - 1 && length - startOf(dropped) > MOST_BYTES / 2) {
            dropped++;
        }
        int cut = startOf(dropped);
        hash.update(bytes, settled, cut);
        if (gone == 0) {
            settled = Math.min(shown, cut);
        }
        int shift = cut - settled;
        gone += shift;
        System.arraycopy(bytes, cut, bytes, settled, length - cut);
        length -= shift;
        size -= dropped;
        for (int i = 0; i < size; i++) {
            tokens[i] = tokens[i + dropped] - token(shift, 0);
        }
        lastLiteral -= dropped;
        return dropped;
    }

    /** Returns the hash of the complete text; {@code hash} has taken the dropped bytes. */
    Sha256 sha256(TextHash hash) {
        return hash.end(bytes, settled, length);
    }

    /** Returns the length of the complete text in bytes; {@link #length} of them may be present. */
    long wholeLength() {
        return gone + length;
    }

    /** Returns the number of bytes in the buffer that are the start of the text. */
    int shownLength() {
        return gone == 0 ? length : settled;
    }

    /** Releases large buffers. */
    void trim() {
        if (bytes.length > KEPT_BYTES || tokens.length > KEPT_BYTES >> 2) {
            bytes = new byte[2048];
            tokens = new long[512];
        }
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    int size() {
        return size;
    }

    /** Returns the class of the token at a depth, 0 for the last one; -1 if the stack is shorter. */
    int classAt(int depth) {
        int i = size - 1 - depth;
        return i < 0 ? -1 : (int) tokens[i] & CLASS_BITS;
    }

    /** Returns the class of the last token; {@link WordClass#OTHER} if there is none. */
    int lastClass() {
        return size == 0 ? WordClass.OTHER : (int) tokens[size - 1] & CLASS_BITS;
    }

    /** Returns an upper bound of the index of the last literal on the stack. */
    int lastLiteral() {
        return lastLiteral;
    }

    /** Returns the class of the token at an index from the bottom. */
    int classOf(int index) {
        return (int) tokens[index] & CLASS_BITS;
    }

    /** Returns the last byte of the token at a depth, which must exist. */
    byte lastByte(int depth) {
        return bytes[endOf(size - 1 - depth) - 1];
    }

    private int endOf(int index) {
        return index == size - 1 ? length : startOf(index + 1);
    }

    private int textOf(int index) {
        return startOf(index) + (index == 0 ? 0 : 1);
    }

    /** Returns the flags of {@link Keywords} for the word at a depth, which must exist. */
    int wordFlags(int depth) {
        int index = size - 1 - depth;
        int quotes = bytes[textOf(index)] == '`' ? 1 : 0;
        return Keywords.find(bytes, textOf(index) + quotes, endOf(index) - quotes);
    }

    /** Returns whether the token at a depth is a keyword with this text. */
    boolean isWord(int depth, String ascii) {
        int index = size - 1 - depth;
        if (index < 0) {
            return false;
        }
        int from = textOf(index);
        int count = endOf(index) - from;
        int same = 0;
        while (same < count && same < ascii.length() && bytes[from + same] == ascii.charAt(same)) {
            same++;
        }
        return same == count && same == ascii.length();
    }

    /** Changes the class of the last token, but not its text. */
    void reclassify(int tokenClass) {
        tokens[size - 1] = (tokens[size - 1] & ~CLASS_BITS) | tokenClass;
    }

    /** Replaces the token at a depth by a literal. */
    void replaceByLiteral(int depth) {
        int index = size - 1 - depth;
        int from = textOf(index);
        int to = endOf(index);
        int shift = to - from - 1;
        bytes[from] = '?';
        System.arraycopy(bytes, to, bytes, from + 1, length - to);
        length -= shift;
        for (int i = index + 1; i < size; i++) {
            tokens[i] -= token(shift, 0);
        }
        tokens[index] = token(startOf(index), WordClass.LITERAL);
        lastLiteral = Math.max(lastLiteral, index);
    }

    /** Writes one {@code #} for each run of digits of the last token. */
    void maskDigits() {
        int to = textOf(size - 1);
        for (int i = to; i < length; i++) {
            boolean digit = bytes[i] >= '0' && bytes[i] <= '9';
            if (!digit) {
                bytes[to++] = bytes[i];
            } else if (bytes[to - 1] != '#') {
                bytes[to++] = '#';
            }
        }
        length = to;
    }

    /** Returns whether an integer that comes next is a position of ORDER BY or GROUP BY. */
    boolean positionFollows() {
        return size > 0 && leadsToPosition(size - 1);
    }

    /** Removes {@code count} tokens from the top. */
    void pop(int count) {
        popTo(size - count);
    }

    /** Removes the tokens from an index on. */
    void popTo(int index) {
        if (index < size) {
            size = index;
            length = startOf(size);
            lastLiteral = Math.min(lastLiteral, size - 1);
        }
    }

    /** Returns whether the tokens of two ranges have the same text; the second range ends with the stack. */
    boolean sameText(int firstIndex, int firstEnd, int secondIndex) {
        return firstIndex < firstEnd
                && Arrays.equals(bytes, textOf(firstIndex), startOf(firstEnd), bytes, textOf(secondIndex), length);
    }

    /** Returns whether the token at a depth stands for one literal or several. */
    boolean isAnyLiteral(int depth) {
        int tokenClass = classAt(depth);
        return tokenClass == WordClass.LITERAL
                || tokenClass == WordClass.LIST
                || tokenClass == WordClass.SIGNED_LITERAL;
    }

    /** Begins a token of at most {@code most} bytes, with the space before it. */
    void begin(int most) {
        if (length + most + SLACK > bytes.length || size == tokens.length) {
            grow(most);
        }
        tokens[size] = token(length, WordClass.OTHER);
        if (size > 0) {
            bytes[length++] = ' ';
        }
    }

    private void grow(int most) {
        if (length + most + SLACK > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length + (bytes.length >> 1), length + most + 4 * SLACK));
        }
        if (size == tokens.length) {
            tokens = Arrays.copyOf(tokens, size + (size >> 1));
        }
    }

    /** Ends the token that {@link #begin} began. */
    void end(int tokenClass) {
        boolean follows = (1L << tokenClass & MAY_LEAD_TO_POSITION) != 0 && positionFollows(tokenClass);
        tokens[size] |= follows ? tokenClass | POSITION_FOLLOWS : tokenClass;
        size++;
    }

    /** Pushes a token of one character. */
    void push(char ascii, int tokenClass) {
        begin(1);
        bytes[length++] = (byte) ascii;
        end(tokenClass);
    }

    /** Pushes the placeholder of a literal. */
    void pushLiteral() {
        lastLiteral = size;
        push('?', WordClass.LITERAL);
    }

    /** Pushes the placeholder of several literals. */
    void pushList() {
        lastLiteral = size;
        begin(3);
        writeAscii("...");
        end(WordClass.LIST);
    }

    /** Begins a name with a quote. The method that ends the name keeps or removes the quote. */
    void beginName(int most) {
        begin(most);
        bytes[length++] = '`';
        nameStart = length;
    }

    /** Returns the keyword flags of the name in progress. */
    int lookUpName() {
        return Keywords.find(bytes, nameStart, length);
    }

    void endQuotedName(int tokenClass) {
        bytes[length++] = '`';
        end(tokenClass);
    }

    void endVariable(int tokenClass) {
        bytes[nameStart - 1] = '@';
        end(tokenClass);
    }

    /** Ends a name that needs no quotes, by moving it to the left. */
    void endBareName(int tokenClass) {
        System.arraycopy(bytes, nameStart, bytes, nameStart - 1, length - nameStart);
        length--;
        end(tokenClass);
    }

    /** Pushes a word of at most sixteen ASCII characters, packed from the lowest byte on. */
    void pushWord(long head, long tail, int count, boolean bare, int tokenClass) {
        begin(2 * Long.BYTES);
        // written without a branch; a bare word overwrites the quote
        int quotes = bare ? 0 : 1;
        int at = length;
        bytes[at] = '`';
        at += quotes;
        EightBytes.put(bytes, at, head);
        EightBytes.put(bytes, at + Long.BYTES, tail);
        at += count;
        bytes[at] = '`';
        length = at + quotes;
        end(tokenClass);
    }

    /** Discards the token that {@link #begin} or {@link #beginName} began. */
    void cancel() {
        length = startOf(size);
    }

    /**
     * Returns whether a position follows: after {@code order by}, {@code group by (}, and commas that lead back to them
     * over single tokens. The flag is kept per token, so that a long list is not walked for each element.
     */
    private boolean positionFollows(int tokenClass) {
        return switch (tokenClass) {
            case WordClass.COMMA -> size >= 2 && leadsToPosition(size - 2);
            case WordClass.BY -> size >= 1 && isOrderOrGroup(classOf(size - 1));
            default -> size >= 2 && classOf(size - 1) == WordClass.BY && isOrderOrGroup(classOf(size - 2));
        };
    }

    private static boolean isOrderOrGroup(int tokenClass) {
        return tokenClass == WordClass.ORDER || tokenClass == WordClass.GROUP;
    }
}
