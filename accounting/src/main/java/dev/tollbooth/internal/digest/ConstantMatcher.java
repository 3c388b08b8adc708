package dev.tollbooth.internal.digest;

import dev.tollbooth.internal.lexer.WordClass;

/**
 * A matcher that finds a constant of several tokens at the end of the stack, inside a list: {@code ?::text}, {@code
 * CAST(? AS int)}, {@code date ?}, {@code (?)}. PostgreSQL 18 squashes lists of such constants, so each counts as a
 * literal.
 *
 * <p>It looks back over a bounded number of tokens. Not thread-safe.
 */
final class ConstantMatcher {

    private static final int LONGEST = 24;
    private static final int NO_MATCH = -1;

    private final TokenStack stack;

    ConstantMatcher(TokenStack stack) {
        this.stack = stack;
    }

    /** Returns whether the list element at the end of the stack is the operand of a cast. */
    boolean followsCast() {
        int first = firstOfElement();
        return first >= 2 && stack.classOf(first - 1) == WordClass.OPEN && stack.classOf(first - 2) == WordClass.CAST;
    }

    /** Returns the index of the constant's first token, or a negative number if there is none to reduce. */
    int find() {
        int size = stack.size();
        if (!mayEnd(size)) {
            return NO_MATCH;
        }
        int first = firstOfElement();
        return first > 0 && first <= stack.lastLiteral() && constant(first) == size ? first : NO_MATCH;
    }

    /** Returns whether a constant of several tokens may end with the first {@code size} tokens. */
    private boolean mayEnd(int size) {
        return size >= 3 && size - stack.lastLiteral() <= LONGEST && !isSeparator(stack.classOf(size - 2));
    }

    private static boolean isSeparator(int wordClass) {
        return wordClass == WordClass.OPEN || wordClass == WordClass.COMMA || wordClass == WordClass.OPEN_BRACKET;
    }

    private int firstOfElement() {
        int level = 0;
        int size = stack.size();
        int lowest = Math.max(0, size - LONGEST);
        for (int i = size - 1; i >= lowest; i--) {
            switch (stack.classOf(i)) {
                case WordClass.CLOSE, WordClass.CLOSE_BRACKET -> level++;
                case WordClass.OPEN, WordClass.OPEN_BRACKET -> {
                    if (level-- == 0) {
                        return i + 1;
                    }
                }
                case WordClass.COMMA -> {
                    if (level == 0) {
                        return i + 1;
                    }
                }
                default -> {}
            }
        }
        return NO_MATCH;
    }

    private int classAt(int i) {
        return i >= 0 && i < stack.size() ? stack.classOf(i) : NO_MATCH;
    }

    /** Returns the index after a constant that begins at {@code i}, or a negative number. */
    private int constant(int i) {
        int after = switch (classAt(i)) {
            case WordClass.LITERAL, WordClass.SIGNED_LITERAL, WordClass.LIST -> i + 1;
            case WordClass.OPEN -> isLiteral(i + 1) && classAt(i + 2) == WordClass.CLOSE ? i + 3 : NO_MATCH;
            case WordClass.CAST -> castFunction(i);
            case WordClass.NAME, WordClass.TYPE, WordClass.FIELD -> typed(i);
            default -> NO_MATCH;
        };
        while (after >= 0 && classAt(after) == WordClass.CAST_OPERATOR) {
            after = type(after + 1);
        }
        return after;
    }

    private boolean isLiteral(int i) {
        int wordClass = classAt(i);
        return wordClass == WordClass.LITERAL || wordClass == WordClass.SIGNED_LITERAL;
    }

    private int castFunction(int i) {
        if (classAt(i + 1) != WordClass.OPEN || !isLiteral(i + 2) || classAt(i + 3) != WordClass.AS) {
            return NO_MATCH;
        }
        int after = type(i + 4);
        return classAt(after) == WordClass.CLOSE ? after + 1 : NO_MATCH;
    }

    /** Returns the index after a type and its literal, an interval with fields, or a type called as a function. */
    private int typed(int i) {
        if (classAt(i) == WordClass.TYPE
                && classAt(i + 1) == WordClass.OPEN
                && isLiteral(i + 2)
                && classAt(i + 3) == WordClass.CLOSE
                && classAt(i + 4) != WordClass.LITERAL) {
            return i + 4;
        }
        int after = type(i);
        if (after < 0 || classAt(after) != WordClass.LITERAL) {
            return NO_MATCH;
        }
        after++;
        while (isField(classAt(after))) {
            after++;
        }
        return after;
    }

    private static boolean isField(int wordClass) {
        return wordClass == WordClass.FIELD || wordClass == WordClass.TO;
    }

    private int type(int i) {
        int at = i;
        if (!isTypeName(classAt(at))) {
            return NO_MATCH;
        }
        at++;
        while (classAt(at) == WordClass.DOT && isTypeName(classAt(at + 1))) {
            at += 2;
        }
        at = typeWords(at);
        if (classAt(at) == WordClass.OPEN && isModifier(classAt(at + 1)) && classAt(at + 2) == WordClass.CLOSE) {
            at = typeWords(at + 3);
        }
        while (classAt(at) == WordClass.OPEN_BRACKET) {
            at += classAt(at + 1) == WordClass.LITERAL ? 2 : 1;
            if (classAt(at) != WordClass.CLOSE_BRACKET) {
                return NO_MATCH;
            }
            at++;
        }
        return at;
    }

    private static boolean isTypeName(int wordClass) {
        return wordClass == WordClass.NAME
                || wordClass == WordClass.TYPE
                || wordClass == WordClass.FIELD
                || wordClass == WordClass.OTHER;
    }

    private static boolean isModifier(int wordClass) {
        return wordClass == WordClass.LITERAL || wordClass == WordClass.LIST;
    }

    private int typeWords(int i) {
        int at = i;
        while (true) {
            int c = classAt(at);
            if (c != WordClass.TYPE && c != WordClass.QUERY && c != WordClass.ARRAY && !isField(c)) {
                return at;
            }
            at++;
        }
    }
}
