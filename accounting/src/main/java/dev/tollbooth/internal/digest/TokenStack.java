package dev.tollbooth.internal.digest;

import dev.tollbooth.internal.lexer.EightBytes;
import dev.tollbooth.internal.lexer.Keywords;
import dev.tollbooth.internal.lexer.WordClass;
import dev.tollbooth.statement.Sha256;
import java.util.Arrays;

/**
 * The reduced tokens of one statement, kept as the normalized text itself: taking tokens off cuts the text.
 *
 * <p>In a long text, older tokens are hashed and dropped ({@link #settle}), because the rules look at the last ones only. Besides
 * the UTF-8 bytes there are an offset and a class per token.
 * Not thread-safe; reused.
 */
final class TokenStack extends Utf8Text {

    private static final int KEPT_BYTES = 1 << 16;
    /** Above this, older tokens are let go. */
    private static final int MOST_TOKENS = 1 << 15;

    private static final int MOST_BYTES = 1 << 18;
    /** Room for a space, two quotes, and for reading or writing sixteen bytes at the last one. */
    private static final int SLACK = 24;

    /** Beside a token's class: an integer that came next would be a position. */
    private static final int POSITION_FOLLOWS = 0x80;

    private static final int CLASS_BITS = 0x7f;
    private static final long MAY_LEAD_TO_POSITION = 1L << WordClass.COMMA | 1L << WordClass.BY | 1L << WordClass.OPEN;
    /** An index of no literal, far from all others. */
    private static final int NONE = -1000;

    /** Made by {@link #token}. */
    private long[] tokens = new long[512];

    private int size;
    private int nameStart;
    private int lastLiteral = NONE;
    /** Bytes at the front that are hashed already and kept to be shown. */
    private int settled;
    /** Bytes after these that are hashed and gone. */
    private long gone;

    /** Returns what is kept of a token: where it begins with the space before it, and its class. */
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

    /** Whether there is so much that {@link #settle} is to let the older tokens go. */
    boolean isFull() {
        return size > MOST_TOKENS || length - settled > MOST_BYTES;
    }

    /**
     * Hashes the older tokens and lets them go, all but the first {@code shown} bytes of the text.
     *
     * @return how many tokens are gone, by which the index of each other is less now
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

    /** Returns the hash of the whole text; {@code hash} has taken what was settled. */
    Sha256 sha256(TextHash hash) {
        return hash.end(bytes, settled, length);
    }

    /** Returns the bytes of the whole text, of which {@link #length} may be there. */
    long wholeLength() {
        return gone + length;
    }

    /** Returns how many bytes from the front are the text's first ones. */
    int shownLength() {
        return gone == 0 ? length : settled;
    }

    /** Lets large buffers go. */
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

    /** Returns the class of the token at a depth, 0 for the last one; -1 if there is none. */
    int classAt(int depth) {
        int i = size - 1 - depth;
        return i < 0 ? -1 : (int) tokens[i] & CLASS_BITS;
    }

    /** Returns the class of the last token; {@link WordClass#OTHER} if there is none. */
    int lastClass() {
        return size == 0 ? WordClass.OTHER : (int) tokens[size - 1] & CLASS_BITS;
    }

    /** Returns an index that no literal on the stack is above. */
    int lastLiteral() {
        return lastLiteral;
    }

    /** Returns the class of the token at an index from the bottom. */
    int classOf(int index) {
        return (int) tokens[index] & CLASS_BITS;
    }

    /** Returns the last byte of the token at a depth, which must be there. */
    byte lastByte(int depth) {
        return bytes[endOf(size - 1 - depth) - 1];
    }

    private int endOf(int index) {
        return index == size - 1 ? length : startOf(index + 1);
    }

    private int textOf(int index) {
        return startOf(index) + (index == 0 ? 0 : 1);
    }

    /** Returns what {@link Keywords} knows of the word at a depth, which must be there. */
    int wordFlags(int depth) {
        int index = size - 1 - depth;
        int quotes = bytes[textOf(index)] == '`' ? 1 : 0;
        return Keywords.find(bytes, textOf(index) + quotes, endOf(index) - quotes);
    }

    /** Whether the token at a depth is a keyword with this text. */
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

    /** Gives the last token another class, without a change of its text. */
    void reclassify(int tokenClass) {
        tokens[size - 1] = (tokens[size - 1] & ~CLASS_BITS) | tokenClass;
    }

    /** Puts the place of a literal where the token at a depth is. */
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

    /** Writes one sharp for each run of digits of the last token. */
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

    /** Whether an integer that came next would be a position of ORDER BY or GROUP BY. */
    boolean positionFollows() {
        return size > 0 && leadsToPosition(size - 1);
    }

    /** Takes tokens off the top. */
    void pop(int count) {
        popTo(size - count);
    }

    /** Takes the tokens from an index on off. */
    void popTo(int index) {
        if (index < size) {
            size = index;
            length = startOf(size);
            lastLiteral = Math.min(lastLiteral, size - 1);
        }
    }

    /** Whether the tokens of two ranges have the same text; the second range ends with the stack. */
    boolean sameText(int firstIndex, int firstEnd, int secondIndex) {
        return firstIndex < firstEnd
                && Arrays.equals(bytes, textOf(firstIndex), startOf(firstEnd), bytes, textOf(secondIndex), length);
    }

    /** Whether the token at a depth stands for one literal or several. */
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

    /** Pushes the place of a literal. */
    void pushLiteral() {
        lastLiteral = size;
        push('?', WordClass.LITERAL);
    }

    /** Pushes the place of several literals. */
    void pushList() {
        lastLiteral = size;
        begin(3);
        writeAscii("...");
        end(WordClass.LIST);
    }

    /** Begins a name with its quote; what it ends with is known only when its text is. */
    void beginName(int most) {
        begin(most);
        bytes[length++] = '`';
        nameStart = length;
    }

    /** Returns what is known of the text of the name that was begun. */
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

    /** Ends a name that has no quotes after all, by a move to the left. */
    void endBareName(int tokenClass) {
        System.arraycopy(bytes, nameStart, bytes, nameStart - 1, length - nameStart);
        length--;
        end(tokenClass);
    }

    /** Pushes a word of at most sixteen ASCII characters, packed from the lowest byte on. */
    void pushWord(long head, long tail, int count, boolean bare, int tokenClass) {
        begin(2 * Long.BYTES);
        // Written whether they count or not: to guess which words are keywords costs more.
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

    /** Takes back what {@link #begin} or {@link #beginName} began. */
    void cancel() {
        length = startOf(size);
    }

    /**
     * After {@code order by}, {@code group by (}, and commas that lead back to them over single tokens. Kept per token,
     * so that a long list is not walked again for each of its members.
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
