package dev.tollbooth.accounting.digest;

import org.jspecify.annotations.Nullable;

/**
 * The short way for most of a text: words that the rules do not look at, points, commas, comparisons, parentheses, and
 * simple literals.
 *
 * <p>Reads and writes them in one loop that keeps its state in registers, and stops before all else, which goes token by
 * token through lexer and rules. Those would make the same of these: what differs between the dialects, such as a word
 * with a dollar, a point behind a space or a string with a backslash, is not plain. Not thread-safe; reused.
 */
final class PlainTokens {

    private static final int NONE = -1;

    // What a byte of the text in lower case can be.
    private static final byte OTHER = 0;
    private static final byte QUOTE = 1;
    // From here on what may stand right behind a word.
    private static final byte SPACE = 2;
    private static final byte LETTER = 3;
    private static final byte DIGIT = 4;
    private static final byte SIGN = 5;
    private static final byte PARAMETER = 6;
    private static final byte OPEN = 7;
    private static final byte CLOSE = 8;
    /** Is not plain itself. */
    private static final byte END = 9;

    private static final byte[] KINDS = kinds();

    private static final long BEFORE_LITERAL =
            1L << WordClass.SIGN | 1L << WordClass.CHARSET | 1L << WordClass.INDEX_HINT;

    private static final int LONGEST_WORD = 2 * Long.BYTES;

    private final SqlLexer lexer;
    private final TokenStack stack;
    private final long special;
    private final long beforeSpecial;
    private final int nameClass;
    /** Null where no rule looks at constants of several tokens, and then at no kinds of parentheses. */
    private final @Nullable ConstantMatcher constants;

    private final @Nullable ParenthesisKinds parentheses;

    /**
     * Makes the short way of TiDB's rules.
     *
     * @param special classes of words that the rules look at, a bit each
     */
    PlainTokens(SqlLexer lexer, TokenStack stack, long special) {
        this(lexer, stack, special, 0, WordClass.OTHER, null, null);
    }

    /**
     * Makes the short way of PostgreSQL's rules.
     *
     * @param special classes of words that the rules look at, a bit each
     * @param beforeSpecial classes whose next word or sign the rules look at, a bit each
     */
    PlainTokens(
            SqlLexer lexer,
            TokenStack stack,
            long special,
            long beforeSpecial,
            ConstantMatcher constants,
            ParenthesisKinds parentheses) {
        this(lexer, stack, special, beforeSpecial, WordClass.NAME, constants, parentheses);
    }

    private PlainTokens(
            SqlLexer lexer,
            TokenStack stack,
            long special,
            long beforeSpecial,
            int nameClass,
            @Nullable ConstantMatcher constants,
            @Nullable ParenthesisKinds parentheses) {
        this.lexer = lexer;
        this.stack = stack;
        this.special = special;
        this.beforeSpecial = beforeSpecial;
        this.nameClass = nameClass;
        this.constants = constants;
        this.parentheses = parentheses;
    }

    private static byte[] kinds() {
        byte[] kinds = new byte[256];
        SqlLexer.set(kinds, " \t\n\u000b\f\r", SPACE);
        SqlLexer.set(kinds, "abcdefghijklmnopqrstuvwxyz_", LETTER);
        SqlLexer.set(kinds, "0123456789", DIGIT);
        SqlLexer.set(kinds, ".,=<>", SIGN);
        SqlLexer.set(kinds, "\0[];:+-*/%|!", END);
        SqlLexer.set(kinds, "'", QUOTE);
        SqlLexer.set(kinds, "?", PARAMETER);
        SqlLexer.set(kinds, "(", OPEN);
        SqlLexer.set(kinds, ")", CLOSE);
        return kinds;
    }

    /** Takes tokens from the lexer's position on for as long as they are plain; the first of a text never is. */
    void read() {
        TokenStack to = stack;
        int limit = lexer.limit;
        if (lexer.textLength() > WordEdges.LONGEST_TEXT || to.size == 0) {
            return;
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
            return;
        }
        if (kind == SPACE) {
            kind = KINDS[in[++pos] & 0xff];
        }
        if (kind == OTHER || kind == END) {
            return;
        }
        int block = pos / Long.SIZE;
        long edge = edges[block] & -1L << pos;
        if (kind != LETTER && kind != DIGIT) {
            // The end of the word before.
            edge &= ~(1L << pos);
        } else if ((edge & 1L << pos) == 0) {
            // Within a word, of which the lexer made two tokens.
            return;
        }
        to.reserve(limit - pos);
        byte[] out = to.bytes;
        long[] tokens = to.tokens;
        int length = to.length;
        int size = to.size;
        int first = pos;
        // No continue for spaces, and no more of it inlined: either makes the compiled loop slower by a quarter.
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
                    if (signKind == SIGN) {
                        if (kind != LETTER && (kind != SPACE || sign == '.')) {
                            break read;
                        }
                        tokenClass = WordClass.COMPARISON;
                        if (sign == '.') {
                            tokenClass = WordClass.DOT;
                        } else if (sign == ',') {
                            if (constants != null && constants.mayEnd(size)) {
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
                    } else {
                        to.length = length;
                        to.size = size;
                        i = takeOther(in, i - 1, signKind);
                        if (i < 0) {
                            break read;
                        }
                        length = to.length;
                        size = to.size;
                        tokenClass = to.lastClass();
                        kind = KINDS[in[i] & 0xff];
                    }
                    pos = i;
                }
            }
            if (pos <= start) {
                int startKind = kind;
                int count = end - start;
                byte after = in[end];
                kind = KINDS[after & 0xff];
                if (count > LONGEST_WORD || kind <= QUOTE) {
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
        }
        if (pos > first) {
            lexer.pos = pos;
            to.length = length;
            to.size = size;
            end(to.lastClass());
        }
    }

    /** Tells of the last token; of those before it only parentheses matter, and they are known. */
    private void end(int last) {
        if (parentheses != null && last != WordClass.OPEN && last != WordClass.CLOSE) {
            parentheses.next(last);
        }
    }

    /**
     * Takes a parenthesis, a parameter's place or a string. All in one method, which is too large to be compiled into the
     * loop and to take its registers.
     *
     * @return the index after it, or {@link #NONE} if the rules or the lexer have to see it
     */
    private int takeOther(byte[] in, int at, int kind) {
        TokenStack to = stack;
        ParenthesisKinds parens = parentheses;
        int last = to.lastClass();
        int after = at + 1;
        int next = KINDS[in[after] & 0xff];
        switch (kind) {
            case OPEN -> {
                // PostgreSQL's rules look at a word behind one.
                if (last == WordClass.BY || (parens != null && next != QUOTE && next != PARAMETER)) {
                    return NONE;
                }
                to.push('(', WordClass.OPEN);
                if (parens != null) {
                    parens.next(WordClass.OTHER);
                    parens.next(WordClass.OPEN);
                }
                return after;
            }
            case CLOSE -> {
                boolean reduced = constants != null
                        && (constants.mayEnd(to.size())
                                || (to.classAt(1) == WordClass.OPEN && to.classAt(2) == WordClass.SIGN));
                if (reduced) {
                    return NONE;
                }
                to.push(')', WordClass.CLOSE);
                if (parens != null) {
                    parens.next(WordClass.CLOSE);
                }
                return after;
            }
            case PARAMETER -> {
                if (next == PARAMETER || next == DIGIT) {
                    return NONE;
                }
            }
            case QUOTE -> after = endOfString(in, after);
            default -> {
                return NONE;
            }
        }
        boolean ruled =
                (1L << last & BEFORE_LITERAL) != 0 || (last == WordClass.OPEN && to.classAt(1) == WordClass.COMMA);
        if (after == NONE || ruled) {
            return NONE;
        }
        if (last == WordClass.COMMA && to.isAnyLiteral(1)) {
            to.pop(2);
            to.pushList();
        } else {
            to.pushLiteral();
        }
        if (parens != null) {
            parens.next(WordClass.OTHER);
        }
        return after;
    }

    /**
     * Returns the index after the string whose inside begins at {@code from}, or {@link #NONE} if it is not plain: has a
     * backslash or a doubled quote, may go on in the next line, is the star that TiDB takes for one, or never ends.
     */
    private int endOfString(byte[] in, int from) {
        long quotes = EightBytes.of('\'');
        long escapes = EightBytes.of('\\');
        int i = from;
        long marks = 0;
        while (marks == 0 && i < lexer.limit) {
            long eight = EightBytes.at(in, i);
            marks = EightBytes.matches(eight, quotes) | EightBytes.matches(eight, escapes);
            i += EightBytes.before(marks);
        }
        if (i >= lexer.limit || in[i] != '\'' || (i == from + 1 && in[from] == '*')) {
            return NONE;
        }
        int kind = KINDS[in[i + 1] & 0xff];
        if (in[i + 1] == ' ') {
            kind = KINDS[in[i + 2] & 0xff];
        }
        return kind > SPACE && kind != END ? i + 1 : NONE;
    }
}
