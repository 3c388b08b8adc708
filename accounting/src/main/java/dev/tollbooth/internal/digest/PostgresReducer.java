package dev.tollbooth.internal.digest;

import dev.tollbooth.internal.lexer.Keywords;
import dev.tollbooth.internal.lexer.PostgresLexer;
import dev.tollbooth.internal.lexer.SqlLexer;
import dev.tollbooth.internal.lexer.Token;
import dev.tollbooth.internal.lexer.WordClass;
import dev.tollbooth.statement.SqlDialect;

/**
 * A reducer of PostgreSQL's tokens. Each part that {@code pg_stat_statements} replaces by {@code $1} is a literal here.
 * The server's text keeps everything else as in the application's statement.
 */
final class PostgresReducer extends Reducer {

    private static final int NOTHING = 0;
    private static final int SETTING = 1;
    private static final int SETTING_VALUE = 2;

    private static final long SPECIAL = 1L << WordClass.NULL
            | 1L << WordClass.TRUE_FALSE
            | 1L << WordClass.NORMAL_FORM
            | 1L << WordClass.ALL
            | 1L << WordClass.AS
            | 1L << WordClass.SET;
    private static final long INTERVAL_FIELD = 1L << WordClass.FIELD | 1L << WordClass.TO;
    private static final long BEFORE_SPECIAL = 1L << WordClass.POSITION | 1L << WordClass.OPEN;

    private final ConstantMatcher constants = new ConstantMatcher(stack);
    private final ParenthesisKinds parentheses = new ParenthesisKinds();
    private final MadeUpNames names;

    /** The meaning that the statement's first words give to the next name. */
    private int expected;

    private PostgresReducer(SqlDialect dialect, DigestOptions options) {
        super(new PostgresLexer(dialect), dialect, options, true, true);
        this.names = new MadeUpNames(lexer, stack, dialect);
    }

    static Reducer create(SqlDialect dialect, DigestOptions options) {
        return new PostgresReducer(dialect, options);
    }

    @Override
    void begin() {
        expected = NOTHING;
        parentheses.clear();
        names.begin();
    }

    @Override
    void accept(int kind) {
        if (isName(kind)) {
            acceptName(kind);
            return;
        }
        int operatorClass = kind == Token.OPERATOR ? operatorClass() : WordClass.OTHER;
        names.other(operatorClass == WordClass.SIGN || Token.isNumber(kind));
        finishPosition(operatorClass);
        parentheses.next(operatorClass);
        if (kind == Token.OPERATOR) {
            acceptOperator(operatorClass);
        } else if (Token.isLiteral(kind)) {
            expected = NOTHING;
            acceptLiteral(kind);
        } else if (kind == Token.SQUASHED && stack.classAt(0) == WordClass.LITERAL) {
            stack.pop(1);
            stack.pushList();
        }
    }

    private void acceptName(int kind) {
        if (names.isExpected() && names.take()) {
            acceptLiteral(Token.STRING);
            return;
        }
        int flags = beginName(kind);
        int wordClass = kind == Token.QUOTED || flags == 0 ? WordClass.NAME : flags & Keywords.CLASS_MASK;
        parentheses.next(wordClass);
        if ((1L << wordClass & INTERVAL_FIELD) != 0 && stack.isAnyLiteral(0) && stack.isWord(1, "interval")) {
            cancelName(); // interval '1' day: the field belongs to the constant
            return;
        }
        boolean maybeSpecial = (1L << wordClass & SPECIAL) != 0 || (1L << stack.lastClass() & BEFORE_SPECIAL) != 0;
        if (maybeSpecial || expected != NOTHING) {
            acceptSpecial(kind, flags, wordClass);
        } else {
            endName(kind, kind == Token.WORD && isBare(flags), wordClass);
        }
    }

    /** Handles a name that may be a constant, or whose meaning depends on the tokens beside it. */
    private void acceptSpecial(int kind, int flags, int wordClass) {
        boolean position = stack.classAt(0) == WordClass.POSITION;
        boolean afterCast = wordClass == WordClass.AS && constants.followsCast();
        if (position || afterCast) {
            cancelName();
            finishPosition(wordClass);
            if (afterCast) {
                reduceConstant();
            }
            beginName(kind);
        }
        if (isReplaced(wordClass)) {
            cancelName();
            expected = NOTHING;
            acceptLiteral(Token.STRING);
        } else {
            expect(kind, wordClass);
            endName(kind, kind == Token.WORD && isBare(flags), wordClass);
        }
    }

    @Override
    boolean isPartOfName() {
        char next = lexer.text[lexer.pos];
        return stack.classAt(0) == WordClass.DOT || (next == '.' && !SqlLexer.isDigit(lexer.text[lexer.pos + 1]));
    }

    /** Decides by the next token whether an integer is a position. */
    private void finishPosition(int nextClass) {
        if (stack.classAt(0) == WordClass.POSITION && !endsItem(nextClass)) {
            replaceByLiteral();
        }
    }

    private static boolean endsItem(int wordClass) {
        return switch (wordClass) {
            case WordClass.COMMA,
                    WordClass.CLOSE,
                    WordClass.SEMICOLON,
                    WordClass.LIMIT,
                    WordClass.ORDER,
                    WordClass.ENDS_ITEM -> true;
            default -> false;
        };
    }

    private void replaceByLiteral() {
        stack.pop(1);
        stack.pushLiteral();
    }

    /** Returns whether the server replaces the word, in this or in a later version. */
    private boolean isReplaced(int wordClass) {
        int last = stack.classAt(0);
        return switch (wordClass) {
            case WordClass.NULL -> last != WordClass.DOT;
            case WordClass.TRUE_FALSE -> last != WordClass.DOT && !followsIs(last);
            case WordClass.NORMAL_FORM -> last == WordClass.COMMA || followsIs(last);
            case WordClass.ALL -> last == WordClass.LIMIT;
            default ->
                (last == WordClass.OPEN && stack.classAt(1) == WordClass.EXTRACT)
                        || (expected == SETTING_VALUE && wordClass != WordClass.DEFAULT);
        };
    }

    private boolean followsIs(int last) {
        return last == WordClass.IS || (last == WordClass.NOT && stack.classAt(1) == WordClass.IS);
    }

    private void acceptOperator(int operatorClass) {
        switch (operatorClass) {
            case WordClass.STAR -> {
                if (stack.classAt(0) == WordClass.OPEN) {
                    stack.pushLiteral();
                    return;
                }
            }
            case WordClass.SEMICOLON -> {
                expected = NOTHING;
                if (statements.end()) {
                    pushOperator(WordClass.SEMICOLON);
                    statements.begin();
                }
                if (parentheses.isOutermost()) {
                    names.begin();
                }
                return;
            }
            case WordClass.COMMA, WordClass.CLOSE_BRACKET -> reduceConstant();
            case WordClass.CLOSE -> {
                reduceConstant();
                reduceNegated();
            }
            default -> {}
        }
        if (expected != NOTHING) {
            expect(Token.OPERATOR, operatorClass);
        }
        pushOperator(operatorClass == WordClass.OTHER ? WordClass.SYMBOL : operatorClass);
    }

    private void expect(int kind, int wordClass) {
        if (statements.isAtStart()) {
            expected = wordClass == WordClass.SET ? SETTING : NOTHING;
        } else if (expected == SETTING) {
            boolean valueFollows = wordClass == WordClass.TO
                    || wordClass == WordClass.SETTING
                    || (kind == Token.OPERATOR && lexer.textIs('='));
            expected = valueFollows ? SETTING_VALUE : SETTING;
        } else if (expected == SETTING_VALUE) {
            expected = NOTHING;
        }
    }

    /** Replaces a constant of several tokens at the end of a list by one literal. */
    private void reduceConstant() {
        int first = constants.find();
        if (first < 0) {
            return;
        }
        if (stack.classOf(first) == WordClass.LIST) {
            stack.popTo(first + 1);
        } else {
            stack.popTo(first);
            pushMerged();
        }
    }

    /** Imitates the server, which takes {@code -(} for the constant in {@code -(1)} and writes {@code $11)}. */
    private void reduceNegated() {
        int inner = stack.classAt(0);
        if ((inner != WordClass.LITERAL && inner != WordClass.SIGNED_LITERAL)
                || stack.classAt(1) != WordClass.OPEN
                || stack.classAt(2) != WordClass.SIGN
                || stack.lastByte(2) != '-'
                || isOperand(3)
                || bindsTighter()) {
            return;
        }
        stack.pop(3);
        dropSigns();
        pushMerged();
        if (inner == WordClass.SIGNED_LITERAL) {
            stack.push('-', WordClass.SIGN);
            stack.pushLiteral();
        }
    }

    /** Returns whether the next token binds tighter than a sign before the last token, as a cast does. */
    private boolean bindsTighter() {
        int i = lexer.pos;
        while (SqlLexer.isSpace(lexer.text[i])) {
            i++;
        }
        char c = lexer.text[i];
        return c == '[' || c == '.' || (c == ':' && lexer.text[i + 1] == ':');
    }

    /**
     * Removes signs that the server counts as part of the next number, except a plus; returns whether there were any.
     */
    private boolean dropSigns() {
        boolean dropped = false;
        while (stack.classAt(0) == WordClass.SIGN && stack.lastByte(0) == '-' && !isOperand(1)) {
            stack.pop(1);
            dropped = true;
        }
        return dropped;
    }

    /** Returns whether an operand ends with the token at a depth, so that a sign after it is an operator. */
    private boolean isOperand(int depth) {
        return switch (stack.classAt(depth)) {
            case -1,
                    WordClass.OPEN,
                    WordClass.OPEN_BRACKET,
                    WordClass.COMMA,
                    WordClass.SEMICOLON,
                    WordClass.SIGN,
                    WordClass.STAR,
                    WordClass.COMPARISON,
                    WordClass.CAST_OPERATOR -> false;
            case WordClass.SYMBOL -> stack.lastByte(depth) == '}';
            case WordClass.CLOSE -> !isOperator(stack.classAt(depth + 1)); // a operator(pg_catalog.+) -1
            case WordClass.LITERAL,
                    WordClass.SIGNED_LITERAL,
                    WordClass.LIST,
                    WordClass.NAME,
                    WordClass.TYPE,
                    WordClass.FIELD,
                    WordClass.CLOSE_BRACKET -> true;
            default ->
                (stack.wordFlags(depth) & Keywords.BEFORE_OPERAND) == 0 || stack.classAt(depth + 1) == WordClass.DOT;
        };
    }

    private static boolean isOperator(int wordClass) {
        return wordClass == WordClass.SIGN || wordClass == WordClass.COMPARISON || wordClass == WordClass.SYMBOL;
    }

    private void acceptLiteral(int kind) {
        boolean number = Token.isNumber(kind);
        if (number && stack.isAnyLiteral(0)) {
            return; // the server writes - - 1 as $1 1
        }
        boolean signed = number && !bindsTighter() && dropSigns();
        if (kind == Token.INTEGER && !signed && isPosition()) {
            pushVerbatim(WordClass.POSITION);
            return;
        }
        pushMerged();
        if (signed && stack.classAt(0) == WordClass.LITERAL) {
            stack.reclassify(WordClass.SIGNED_LITERAL);
        }
    }

    /**
     * Returns whether an integer is a position. In a row, and after ORDER BY in an aggregate or a window, it is a
     * constant.
     */
    private boolean isPosition() {
        if (!stack.positionFollows()) {
            return false;
        } else if (stack.classAt(0) == WordClass.OPEN) {
            return stack.classAt(2) == WordClass.GROUP;
        }
        return parentheses.isQuery();
    }

    /** Pushes a literal, merged with the literals before it in a list. */
    private void pushMerged() {
        int last = stack.classAt(0);
        if (last == WordClass.COMMA && stack.isAnyLiteral(1)) {
            stack.pop(2);
            stack.pushList();
        } else if (last == WordClass.OPEN
                && stack.classAt(1) == WordClass.COMMA
                && stack.classAt(2) == WordClass.CLOSE
                && stack.isAnyLiteral(3)) {
            stack.pop(4);
            stack.pushList();
        } else {
            stack.pushLiteral();
        }
    }
}
