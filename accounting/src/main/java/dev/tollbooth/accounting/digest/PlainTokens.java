package dev.tollbooth.accounting.digest;

/**
 * The short way for most of a text: words that the rules do not look at, points, commas, comparisons and the integers
 * behind them.
 *
 * <p>Reads and writes them in one loop that keeps its state in registers, and stops before all else, which goes token by
 * token through lexer and rules. Those would make the same of these: what differs between the dialects, such as a word
 * with a dollar or a point behind a space, is not plain. Not thread-safe; reused.
 */
final class PlainTokens {

    /** What {@link #read} returns if there is no plain token. */
    static final int NONE = -1;

    // What a byte of the text in lower case can be.
    private static final byte OTHER = 0;
    private static final byte SPACE = 1;
    private static final byte LETTER = 2;
    private static final byte DIGIT = 3;
    private static final byte SIGN = 4;
    /** Ends a word, whatever comes after it. */
    private static final byte END = 5;

    private static final byte OPEN = 6;

    private static final byte[] KINDS = kinds();

    private static final int LONGEST_WORD = 2 * Long.BYTES;

    private final SqlLexer lexer;
    private final TokenStack stack;
    private final long special;
    private final long beforeSpecial;
    private final int nameClass;
    private final int reach;

    /**
     * Makes the short way of one server's rules.
     *
     * @param special classes of words that the rules look at, a bit each
     * @param beforeSpecial classes whose next token the rules look at, a bit each
     * @param nameClass the class of a word that is not known
     * @param reach how many tokens behind a literal the rules look at a comma
     */
    PlainTokens(SqlLexer lexer, TokenStack stack, long special, long beforeSpecial, int nameClass, int reach) {
        this.lexer = lexer;
        this.stack = stack;
        this.special = special;
        this.beforeSpecial = beforeSpecial;
        this.nameClass = nameClass;
        this.reach = reach;
    }

    private static byte[] kinds() {
        byte[] kinds = new byte[256];
        set(kinds, " \t\n\u000b\f\r", SPACE);
        set(kinds, "abcdefghijklmnopqrstuvwxyz_", LETTER);
        set(kinds, "0123456789", DIGIT);
        set(kinds, ".,=<>", SIGN);
        set(kinds, "\0)[];:+-*/%|!?", END);
        set(kinds, "(", OPEN);
        return kinds;
    }

    private static void set(byte[] kinds, String characters, byte kind) {
        for (int i = 0; i < characters.length(); i++) {
            kinds[characters.charAt(i)] = kind;
        }
    }

    /**
     * Takes tokens from the lexer's position on for as long as they are plain; the first of a text never is.
     *
     * @return the class of the last one, or {@link #NONE}
     */
    int read() {
        TokenStack to = stack;
        int limit = lexer.limit;
        if (limit > WordEdges.LONGEST_TEXT || to.size == 0) {
            return NONE;
        }
        byte[] in = lexer.words.lower;
        long[] edges = lexer.words.edges;
        int pos = lexer.pos;
        int tokenClass = to.lastClass();
        int kind = KINDS[in[pos] & 0xff];
        boolean afterPoint = in[pos - 1] == '.';
        if (afterPoint != (tokenClass == WordClass.DOT)
                || (afterPoint && kind != LETTER)
                || (1L << tokenClass & beforeSpecial) != 0) {
            return NONE;
        }
        if (kind == SPACE) {
            kind = KINDS[in[++pos] & 0xff];
        }
        if (kind > SIGN || kind == OTHER) {
            return NONE;
        }
        int block = pos / Long.SIZE;
        long edge = edges[block] & -1L << pos;
        if (kind == SIGN || kind == SPACE) {
            // The end of the word before.
            edge &= ~(1L << pos);
        } else if ((edge & 1L << pos) == 0) {
            // Within a word, of which the lexer made two tokens.
            return NONE;
        }
        to.reserve(limit - pos);
        byte[] out = to.bytes;
        long[] tokens = to.tokens;
        int length = to.length;
        int size = to.size;
        // Neither continue nor a call that is not inlined: both make the compiled loop a quarter slower.
        read:
        while (true) {
            while (edge == 0) {
                if (++block > limit / Long.SIZE) {
                    break read;
                }
                edge = edges[block];
            }
            int start = block * Long.SIZE + Long.numberOfTrailingZeros(edge);
            edge &= edge - 1;
            while (edge == 0) {
                edge = edges[++block];
            }
            int end = block * Long.SIZE + Long.numberOfTrailingZeros(edge);
            edge &= edge - 1;

            for (int i = pos; i < start; ) {
                int signKind = kind;
                byte sign = in[i++];
                kind = KINDS[in[i] & 0xff];
                if (signKind != SPACE) {
                    if (signKind != SIGN || (kind != LETTER && (kind != SPACE || sign == '.'))) {
                        break read;
                    }
                    tokenClass = WordClass.COMPARISON;
                    if (sign == '.') {
                        tokenClass = WordClass.DOT;
                    } else if (sign == ',') {
                        if (size - to.lastLiteral() <= reach) {
                            break read;
                        }
                        tokenClass = WordClass.COMMA;
                        if (size >= 2 && (tokens[size - 2] & TokenStack.POSITION_FOLLOWS) != 0) {
                            tokenClass |= TokenStack.POSITION_FOLLOWS;
                        }
                    }
                    tokens[size++] = TokenStack.token(length, tokenClass);
                    EightBytes.putTwo(out, length, ' ', (char) sign);
                    length += 2;
                    pos = i;
                }
            }

            int startKind = kind;
            int count = end - start;
            byte after = in[end];
            kind = KINDS[after & 0xff];
            if (count > LONGEST_WORD || kind == OTHER) {
                break;
            }
            long head = EightBytes.at(in, start);
            if (startKind == DIGIT) {
                if (tokenClass != WordClass.COMPARISON
                        || after == '.'
                        || EightBytes.before(EightBytes.nonDigits(head)) != count) {
                    break;
                }
                to.setLastLiteral(size);
                tokenClass = WordClass.LITERAL;
                tokens[size++] = TokenStack.token(length, tokenClass);
                EightBytes.putTwo(out, length, ' ', '?');
                length += 2;
            } else {
                long tail = 0;
                if (count <= Long.BYTES) {
                    head = EightBytes.first(head, count);
                } else {
                    tail = EightBytes.first(EightBytes.at(in, start + Long.BYTES), count - Long.BYTES);
                }
                int flags = Keywords.find(head, tail);
                int wordClass = flags == 0 ? nameClass : flags & Keywords.CLASS_MASK;
                if (startKind != LETTER || (1L << wordClass & special) != 0) {
                    break;
                }
                int quotes = 1;
                if ((flags & (kind == OPEN ? Keywords.KEYWORD | Keywords.FUNCTION : Keywords.KEYWORD)) != 0) {
                    if (after == '.') {
                        if (KINDS[in[end + 1] & 0xff] != LETTER) {
                            break;
                        }
                    } else if (tokenClass != WordClass.DOT) {
                        quotes = 0;
                    }
                    if (wordClass == WordClass.BY && TokenStack.isOrderOrGroup(tokenClass)) {
                        wordClass |= TokenStack.POSITION_FOLLOWS;
                    }
                }
                tokenClass = wordClass;
                tokens[size++] = TokenStack.token(length, tokenClass);
                EightBytes.putTwo(out, length, ' ', '`');
                length += 1 + quotes;
                // Sixteen bytes whether they count or not, and the quote over them: to tell costs more.
                EightBytes.put(out, length, head);
                EightBytes.put(out, length + Long.BYTES, tail);
                length += count;
                out[length] = '`';
                length += quotes;
            }
            pos = end;
        }
        if (size == to.size) {
            return NONE;
        }
        lexer.pos = pos;
        to.length = length;
        to.size = size;
        return to.lastClass();
    }
}
