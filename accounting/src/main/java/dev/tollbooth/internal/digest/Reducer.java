package dev.tollbooth.internal.digest;

import dev.tollbooth.internal.lexer.Credentials;
import dev.tollbooth.internal.lexer.Keywords;
import dev.tollbooth.internal.lexer.SqlLexer;
import dev.tollbooth.internal.lexer.Token;
import dev.tollbooth.internal.lexer.WordClass;
import dev.tollbooth.statement.SqlDialect;
import org.jspecify.annotations.Nullable;

/**
 * A reducer that turns the tokens of a lexer into normalized text. It writes names and keywords, and replaces literals.
 *
 * <p>This class has the rules that all dialects share; subclasses have the rules of one server. Not thread-safe. An
 * instance is reused.
 */
abstract class Reducer {

    /** The most bytes that precede the name of a system variable. */
    private static final int LONGEST_PREFIX = 16;

    private static final byte[] OPERATOR_CLASSES = operatorClasses();
    /** The classes of tokens after which a password may follow. */
    private static final long MAY_WAKE = 1L << WordClass.SEMICOLON | 1L << WordClass.CREDENTIAL;

    final SqlLexer lexer;
    final TokenStack stack = new TokenStack();
    final Credentials credentials;
    final StatementRuns statements;
    private final boolean dropsSemicolon;
    private final boolean masksNameDigits;

    private boolean packed;

    /** Makes a reducer; {@code dropsEmpty} says whether empty statements are dropped. */
    Reducer(SqlLexer lexer, SqlDialect dialect, DigestOptions options, boolean dropsSemicolon, boolean dropsEmpty) {
        this.lexer = lexer;
        this.credentials = new Credentials(lexer, dialect);
        this.statements = new StatementRuns(stack, dialect == SqlDialect.TIDB ? 2 : 1, dropsEmpty);
        this.dropsSemicolon = dropsSemicolon;
        this.masksNameDigits = options.masksNameDigits();
    }

    private static byte[] operatorClasses() {
        byte[] classes = SqlLexer.table(WordClass.OTHER);
        for (String entry : WordClass.WORDS) {
            if (entry.charAt(1) == ' ' && !Character.isLetter(entry.charAt(0))) {
                classes[entry.charAt(0)] = (byte) Integer.parseInt(entry, 2, entry.length(), 10);
            }
        }
        return classes;
    }

    /**
     * Fills the stack with the normalized text of a statement.
     *
     * @param hash takes the bytes that leave the stack; null to keep the whole text
     * @param shown how many bytes of the text the stack keeps for people
     */
    final void reduce(String sql, @Nullable TextHash hash, int shown) {
        stack.clear();
        lexer.reset(sql);
        statements.clear();
        begin();
        credentials.begin();
        int last = lastSemicolon(sql);
        boolean idle = false;
        while (true) {
            int kind = lexer.advance();
            if (kind <= Token.INVALID || lexer.indexInText(lexer.tokenStart) == last) {
                break;
            }
            if (idle) {
                accept(kind);
                if ((1L << stack.lastClass() & MAY_WAKE) != 0) {
                    idle = credentials.staysIdle();
                }
            } else {
                idle = acceptWatched(kind);
            }
            if (stack.isFull() && hash != null) {
                int gone = stack.settle(hash, shown);
                statements.settled(gone);
                settled(gone);
            }
        }
        finish();
        statements.end();
    }

    /** Handles the lexer's token unless it belongs to a password; returns whether no password can follow. */
    private boolean acceptWatched(int kind) {
        switch (credentials.take(kind)) {
            case SHOW -> accept(kind);
            case MASK -> accept(Token.PARAMETER);
            case DROP -> {}
        }
        return credentials.isIdle();
    }

    /** Returns the index of a semicolon that only white space follows; below 0 if there is none, or if it is kept. */
    private int lastSemicolon(String sql) {
        int i = sql.length() - 1;
        while (i >= 0 && SqlLexer.isSpace(sql.charAt(i))) {
            i--;
        }
        return dropsSemicolon && i >= 0 && sql.charAt(i) == ';' ? i : -1;
    }

    void begin() {}

    /** Adjusts indexes after {@code tokens} tokens left the bottom of the stack. */
    void settled(int tokens) {}

    /** Handles the token that the lexer has just read. */
    abstract void accept(int kind);

    void finish() {}

    /** Returns whether a dot is next to the lexer's word, so that the word is part of a name. */
    abstract boolean isPartOfName();

    final void trim() {
        lexer.trim();
        stack.trim();
    }

    /** Begins a name and returns its keyword flags and class; {@link #endName} or {@link #cancelName} must follow. */
    final int beginName(int kind) {
        int start = lexer.start;
        int length = lexer.end - start;
        packed = kind == Token.WORD && length <= 2 * Long.BYTES && lexer.wordBits < 128;
        if (packed) {
            // short words stay packed until their spelling is decided
            return Keywords.find(lexer.head, lexer.tail);
        }
        stack.beginName(length * 3 + LONGEST_PREFIX);
        if (kind == Token.SYSTEM_VARIABLE) {
            writeSystemVariable();
            return 0;
        }
        writeText();
        return stack.lookUpName();
    }

    /** Discards the name that {@link #beginName} began. */
    final void cancelName() {
        if (!packed) {
            stack.cancel();
        }
    }

    private void writeSystemVariable() {
        if (lexer.form == SqlLexer.VERBATIM) {
            lexer.start++;
        } else {
            stack.write('@');
            stack.writeAscii(lexer.prefix);
        }
        writeText();
    }

    /** Ends a name with the quotes or the sign of its kind; {@code bare} applies to words only. */
    final void endName(int kind, boolean bare, int tokenClass) {
        if (packed) {
            stack.pushWord(lexer.head, lexer.tail, lexer.end - lexer.start, bare, tokenClass);
        } else if (kind == Token.VARIABLE || kind == Token.SYSTEM_VARIABLE) {
            stack.endVariable(tokenClass);
        } else if (kind == Token.WORD && bare) {
            stack.endBareName(tokenClass);
        } else {
            stack.endQuotedName(tokenClass);
        }
        if (masksNameDigits && !(kind == Token.WORD && bare)) {
            stack.maskDigits();
        }
    }

    static boolean isName(int kind) {
        return kind >= Token.WORD && kind <= Token.SYSTEM_VARIABLE;
    }

    /** Returns the class of the lexer's operator. */
    final int operatorClass() {
        int start = lexer.start;
        int length = lexer.end - start;
        char first = lexer.text[start];
        if (length == 1) {
            return first < 128 ? OPERATOR_CLASSES[first] : WordClass.OTHER;
        } else if (length == 2) {
            char second = lexer.text[start + 1];
            if (second == '=' && (first == '<' || first == '>')) {
                return WordClass.COMPARISON;
            } else if (first == ':' && second == ':') {
                return WordClass.CAST_OPERATOR;
            }
        }
        return WordClass.OTHER;
    }

    final void pushOperator(int tokenClass) {
        int length = lexer.end - lexer.start;
        if (length == 1) {
            stack.push(lexer.text[lexer.start], tokenClass);
        } else {
            pushVerbatim(tokenClass);
        }
    }

    /** Returns whether a word with these flags is written without quotes. */
    final boolean isBare(int flags) {
        if ((flags & (Keywords.KEYWORD | Keywords.FUNCTION)) == 0 || isPartOfName()) {
            return false;
        }
        return (flags & Keywords.KEYWORD) != 0 || lexer.text[lexer.pos] == '(';
    }

    final void pushVerbatim(int wordClass) {
        stack.begin((lexer.end - lexer.start) * 3);
        writeText();
        stack.end(wordClass);
    }

    final void push(String ascii, int wordClass) {
        stack.begin(ascii.length());
        stack.writeAscii(ascii);
        stack.end(wordClass);
    }

    final boolean isLiteral(int depth) {
        int c = stack.classAt(depth);
        return c == WordClass.LITERAL || c == WordClass.LIST;
    }

    /** Writes the token's text as the server knows it, without doubled quotes and escapes. */
    private void writeText() {
        SqlLexer lex = lexer;
        if (lex.form == SqlLexer.VERBATIM) {
            stack.writeLower(lex.text, lex.start, lex.end);
            return;
        }
        int i = lex.start;
        while (i < lex.end) {
            char c = lex.text[i];
            if (c == lex.quote) {
                i++;
            } else if (c == '\\' && lex.form == SqlLexer.STRING_ESCAPES) {
                c = lex.text[++i];
                if (c < 128) {
                    writeEscape(c);
                    i++;
                    continue;
                }
            }
            if (c >= 128) {
                i = stack.writeCodePoint(lex.text, i, lex.end);
            } else {
                stack.write((char) (c >= 'A' && c <= 'Z' ? c | 0x20 : c));
                i++;
            }
        }
    }

    private void writeEscape(char c) {
        switch (c) {
            case 'n' -> stack.write('\n');
            case '0' -> stack.write('\0');
            case 'b' -> stack.write('\b');
            case 'Z' -> stack.write('\u001a');
            case 'r' -> stack.write('\r');
            case 't' -> stack.write('\t');
            case '%', '_' -> {
                stack.write('\\');
                stack.write(c);
            }
            default -> stack.write((char) (c >= 'A' && c <= 'Z' ? c | 0x20 : c));
        }
    }
}
