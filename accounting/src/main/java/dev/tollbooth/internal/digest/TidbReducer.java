package dev.tollbooth.internal.digest;

import dev.tollbooth.internal.lexer.AnsiLexer;
import dev.tollbooth.internal.lexer.DialectFamily;
import dev.tollbooth.internal.lexer.GenericLexer;
import dev.tollbooth.internal.lexer.Keywords;
import dev.tollbooth.internal.lexer.MysqlLexer;
import dev.tollbooth.internal.lexer.SqlLexer;
import dev.tollbooth.internal.lexer.Token;
import dev.tollbooth.internal.lexer.WordClass;
import dev.tollbooth.statement.SqlDialect;
import org.jspecify.annotations.Nullable;

/**
 * A reducer of tokens by the rules of TiDB's normalizer, for the MySQL family and, with other tokens, for ANSI
 * dialects.
 *
 * <p>The order of the rules matters. Each rule looks only at the end of the stack of reduced tokens.
 */
final class TidbReducer extends Reducer {

    private static final long SPECIAL = 1L << WordClass.NULL
            | 1L << WordClass.TRUE_FALSE
            | 1L << WordClass.STAR
            | 1L << WordClass.INTRODUCER
            | 1L << WordClass.STRAIGHT_JOIN
            | 1L << WordClass.INDEX;

    /** The last characters of operators that precede an operand. */
    private static final String OPERATORS = "=<>|&/%^~";

    private final boolean mysql;
    /** The test for names in double quotes; null if {@code "x"} is always a name, or never. */
    private final @Nullable NamePlaces names;

    private final boolean mergesCharsetLists;
    private final boolean mergesRows;
    /** The parts to drop; null for TiDB, whose digests equal the server's. */
    private final @Nullable AlikeParts parts;

    private final @Nullable MadeUpNames madeUp;

    private TidbReducer(SqlLexer lexer, SqlDialect dialect, DigestOptions options, TidbVersion version) {
        super(lexer, dialect, options, version.dropsSemicolon(), dialect != SqlDialect.TIDB);
        boolean bound = dialect == SqlDialect.TIDB;
        this.parts = bound ? null : new AlikeParts(stack);
        this.madeUp = bound ? null : new MadeUpNames(lexer, stack, dialect);
        this.mysql = DialectFamily.of(dialect) == DialectFamily.MYSQL;
        this.names = DialectFamily.doubleQuotesMayBeStrings(dialect) ? new NamePlaces(lexer, stack) : null;
        this.mergesCharsetLists = version.mergesCharsetLists();
        this.mergesRows = bound && version.mergesRows();
    }

    /** Makes a reducer for a dialect of MySQL's family. */
    static Reducer mysql(SqlDialect dialect, DigestOptions options) {
        return new TidbReducer(MysqlLexer.create(options.backslashEscapes()), dialect, options, options.tidbVersion());
    }

    /** Returns the reducer of {@code dialect}, whose family has no rules of its own. */
    static Reducer ansi(SqlDialect dialect, DigestOptions options) {
        SqlLexer lexer = dialect == SqlDialect.GENERIC ? GenericLexer.create() : AnsiLexer.create(dialect);
        return new TidbReducer(lexer, dialect, options, TidbVersion.CURRENT);
    }

    @Override
    void begin() {
        if (parts != null && madeUp != null) {
            parts.begin();
            madeUp.begin();
        }
    }

    @Override
    void settled(int tokens) {
        if (parts != null) {
            parts.settled(tokens);
        }
    }

    @Override
    void finish() {
        if (parts != null) {
            parts.end();
        }
    }

    @Override
    void accept(int kind) {
        if (isName(kind)) {
            acceptName(kind);
            return;
        }
        int operatorClass = kind == Token.OPERATOR ? operatorClass() : WordClass.OTHER;
        if (madeUp != null) {
            madeUp.other(operatorClass == WordClass.SIGN || Token.isNumber(kind));
        }
        if (kind == Token.OPERATOR) {
            acceptOperator(operatorClass);
        } else if (Token.isLiteral(kind)) {
            acceptLiteral(kind);
        } else if (kind == Token.CHARSET) {
            push("(_charset)", WordClass.CHARSET);
        } else if (parts != null && lexer.text[lexer.tokenStart] == '-') {
            lexer.end = lexer.pos; // -> and ->>: only TiDB drops them
            pushVerbatim(WordClass.OTHER);
        } else {
            pushVerbatim(WordClass.OTHER);
        }
    }

    private void acceptOperator(int operatorClass) {
        if (operatorClass == WordClass.STAR && stack.classAt(0) == WordClass.OPEN) {
            stack.pushLiteral();
            return;
        }
        if (parts != null) {
            if (operatorClass == WordClass.CLOSE || operatorClass == WordClass.COMMA) {
                mergeOnlyElement(parts);
            }
            parts.beforeOperator(operatorClass);
        }
        if (operatorClass == WordClass.SEMICOLON && !statements.end()) {
            begin(); // no token is before it
            return;
        }
        pushOperator(operatorClass);
        if (operatorClass == WordClass.SEMICOLON) {
            statements.begin();
            begin();
        } else if (parts != null) {
            parts.afterOperator(operatorClass);
        }
    }

    /** Treats a list of one element like a list of many. */
    private void mergeOnlyElement(AlikeParts elements) {
        if (stack.classAt(0) == WordClass.LITERAL && elements.endsWithLoneElement()) {
            stack.pop(1);
            stack.pushList();
        }
    }

    private void acceptName(int kind) {
        if (kind == Token.QUOTED && names != null && lexer.quote == '"' && isValue(names)) {
            reduceLiteral(Token.STRING);
            return;
        }
        if (madeUp != null && madeUp.isExpected() && madeUp.take()) {
            reduceLiteral(Token.STRING);
            return;
        }
        int flags = beginName(kind);
        int role = parts == null || kind != Token.WORD ? 0 : flags >>> Keywords.ROLE_SHIFT;
        if (role == 0 || parts == null || isPartOfName()) {
            acceptPlainName(kind, flags);
        } else {
            parts.beforeWord(role);
            acceptPlainName(kind, flags);
            parts.afterWord(role);
        }
    }

    private void acceptPlainName(int kind, int flags) {
        int wordClass = flags & Keywords.CLASS_MASK;
        if ((1L << wordClass & SPECIAL) == 0 || (!mysql && kind != Token.WORD) || !acceptSpecial(kind, wordClass)) {
            endName(
                    kind,
                    kind == Token.WORD && isBare(flags),
                    mysql || kind == Token.WORD ? wordClass : WordClass.NAME);
        }
    }

    /** Handles a name with a special meaning; returns false if it is a plain name. */
    private boolean acceptSpecial(int kind, int wordClass) {
        switch (wordClass) {
            case WordClass.NULL -> {
                return kind == Token.WORD && replaceName(kind);
            }
            case WordClass.TRUE_FALSE -> {
                return parts != null && kind == Token.WORD && isTruthValue() && replaceName(kind);
            }
            case WordClass.STAR -> {
                return stack.classAt(0) == WordClass.OPEN && replaceName(kind);
            }
            case WordClass.INTRODUCER -> {
                if (!mysql || kind != Token.WORD) {
                    return false;
                }
                cancelName();
                push("(_charset)", WordClass.CHARSET);
                return true;
            }
            case WordClass.STRAIGHT_JOIN -> {
                cancelName();
                acceptStraightJoin(kind);
                return true;
            }
            default -> {
                return stack.classAt(0) == WordClass.INDEX_HINT && acceptIndex(kind);
            }
        }
    }

    /** Returns whether {@code true} is a value rather than part of {@code is true}. */
    private boolean isTruthValue() {
        int last = stack.classAt(0);
        return !isPartOfName() && last != WordClass.IS && !(last == WordClass.NOT && stack.classAt(1) == WordClass.IS);
    }

    private boolean isValue(NamePlaces places) {
        return !isPartOfName() && !(credentials.isIdle() ? places.inQuery() : places.inDefinition());
    }

    private boolean replaceName(int kind) {
        cancelName();
        if (kind == Token.WORD) {
            reduceLiteral(kind);
        } else {
            stack.pushLiteral();
        }
        return true;
    }

    private void acceptLiteral(int kind) {
        if (kind == Token.STRING && mysql) {
            if (lexer.textIs('*')) {
                acceptStarString();
                return;
            } else if (stack.classAt(0) == WordClass.INDEX_HINT && lexer.textIs("index") && skipIndexHint()) {
                return;
            }
        }
        reduceLiteral(kind);
    }

    /** Treats the string {@code '*'} as a star, as the server does. */
    private void acceptStarString() {
        if (stack.classAt(0) == WordClass.OPEN) {
            stack.pushLiteral();
        } else {
            push("*", WordClass.STAR);
        }
    }

    /** Returns whether a dot directly follows the word, or precedes it, apart from spaces. */
    @Override
    boolean isPartOfName() {
        char next = lexer.text[lexer.pos];
        if (!mysql) {
            return stack.classAt(0) == WordClass.DOT || (next == '.' && !SqlLexer.isDigit(lexer.text[lexer.pos + 1]));
        } else if (next == '.') {
            return true;
        }
        int i = lexer.tokenStart - 1;
        while (i >= 0 && lexer.text[i] == ' ') {
            i--;
        }
        return i >= 0 && lexer.text[i] == '.';
    }

    /**
     * Drops an index hint and returns true. If the hint never ends, reads its words, treats the name as a plain one,
     * and returns false.
     */
    private boolean acceptIndex(int kind) {
        int tokenStart = lexer.tokenStart;
        int start = lexer.start;
        int end = lexer.end;
        int form = lexer.form;
        int window = lexer.indexInText(0);
        cancelName();
        if (skipIndexHint()) {
            return true;
        } else if (window != lexer.indexInText(0)) {
            // the word has left the window: no server accepts a hint without an end
            push("`index`", WordClass.NAME);
            return true;
        }
        lexer.tokenStart = tokenStart;
        lexer.start = start;
        lexer.end = end;
        lexer.form = form;
        // the lexer holds the packed form of a later word
        lexer.wordBits = 128;
        beginName(kind);
        return false;
    }

    /** Reads up to the next closing parenthesis and drops the hint; returns false if the text ends first. */
    private boolean skipIndexHint() {
        while (true) {
            int kind = lexer.advance();
            if (kind <= Token.INVALID) {
                return false;
            } else if (kind != Token.EMPTY && lexer.textIs(')')) {
                stack.pop(1);
                return true;
            }
        }
    }

    private void acceptStraightJoin(int kind) {
        if (kind == Token.WORD && !isPartOfName()) {
            push("join", WordClass.OTHER);
        } else {
            push(kind == Token.VARIABLE ? "@join" : "`join`", WordClass.OTHER);
        }
    }

    private void reduceLiteral(int kind) {
        boolean signed = Token.isNumber(kind);
        while (signed && stack.classAt(0) == WordClass.SIGN && isUnary()) {
            stack.pop(1);
            signed = parts != null; // TiDB removes one sign only
        }
        int last = stack.classAt(0);
        if (last == WordClass.COMMA && isLiteral(1)) {
            pushList(2);
        } else if (last == WordClass.CHARSET
                && mergesCharsetLists
                && stack.classAt(1) == WordClass.COMMA
                && isLiteral(2)) {
            pushList(stack.classAt(3) == WordClass.CHARSET ? 4 : 3);
        } else if (last == WordClass.OPEN && mergesRows && endsWithRow()) {
            pushList(4);
        } else if (kind == Token.INTEGER && stack.positionFollows()) {
            pushVerbatim(WordClass.POSITION);
        } else {
            stack.pushLiteral();
        }
    }

    /** Merges the current literal and the last tokens into one list. */
    private void pushList(int tokens) {
        stack.pop(tokens);
        stack.pushList();
        if (parts != null) {
            parts.merged();
        }
    }

    private boolean isUnary() {
        return switch (stack.classAt(1)) {
            case -1,
                    WordClass.OPEN,
                    WordClass.COMMA,
                    WordClass.SIGN,
                    WordClass.COMPARISON,
                    WordClass.IS,
                    WordClass.SELECT -> true;
            default -> parts != null && isBeforeOperand();
        };
    }

    /** Returns whether no operand precedes the sign, so that the sign belongs to the number. */
    private boolean isBeforeOperand() {
        return switch (stack.classAt(1)) {
            case WordClass.OPEN_BRACKET, WordClass.SEMICOLON, WordClass.STAR -> true;
            case WordClass.LITERAL, WordClass.LIST, WordClass.CLOSE, WordClass.CLOSE_BRACKET, WordClass.DOT -> false;
            default ->
                stack.classAt(2) != WordClass.DOT
                        && stack.lastByte(1) != '`'
                        && (OPERATORS.indexOf(stack.lastByte(1)) >= 0
                                || (stack.wordFlags(1) & Keywords.BEFORE_OPERAND) != 0);
        };
    }

    private boolean endsWithRow() {
        return stack.classAt(1) == WordClass.COMMA && stack.classAt(2) == WordClass.CLOSE && isLiteral(3);
    }
}
