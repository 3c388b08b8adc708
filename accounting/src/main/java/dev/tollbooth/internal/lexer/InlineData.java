package dev.tollbooth.internal.lexer;

import dev.tollbooth.internal.lexer.CredentialWords.Scope;
import java.util.Set;

/**
 * A matcher that finds the place where a statement continues as rows of data or as a program. Examples are ClickHouse's
 * {@code INSERT INTO t FORMAT CSV 1,a}, a script's {@code COPY t FROM STDIN;} with rows in the next lines, and {@code
 * CREATE JAVA SOURCE s AS ...}. Not thread-safe.
 */
final class InlineData {

    /** The words that are no names of formats after FORMAT. */
    private static final Set<String> CLAUSES =
            Set.of("from where select with group order limit union join on as and or is in".split(" ", -1));

    private final SqlLexer lexer;
    private final CredentialToken token;
    private final boolean mysql;
    /** Whether FORMAT may follow the last token and name a format. */
    private boolean mayFormat;
    /** Whether the last token was FORMAT. */
    private boolean formatNext;
    /** Whether the last tokens named a format or a routine's body, so that no SQL follows. */
    private boolean dataNext;

    /** The first character of the data; 0 for any. */
    private char firstSign;

    private boolean isCopy;
    private boolean isRoutine;
    private boolean fromStandardInput;

    InlineData(SqlLexer lexer, CredentialToken token, boolean mysql) {
        this.lexer = lexer;
        this.token = token;
        this.mysql = mysql;
    }

    /** Begins a statement with its first word. */
    void begin(String word) {
        mayFormat = false;
        formatNext = false;
        dataNext = false;
        firstSign = 0;
        isRoutine = false;
        isCopy = word.equals("copy");
        fromStandardInput = false;
    }

    /** Returns whether the token is the first one of data. */
    boolean begins() {
        boolean begins = dataNext && (firstSign == 0 || token.sign() == firstSign);
        dataNext = false;
        return begins;
    }

    /** Handles a token of an INSERT; returns whether data may still follow. */
    boolean takesInserted(int kind) {
        String word = kind == Token.WORD ? token.text() : "";
        dataNext = formatNext && kind == Token.WORD && !CLAUSES.contains(word);
        formatNext = mayFormat && word.equals("format");
        mayFormat = switch (kind) {
            case Token.OPERATOR -> ")]*".indexOf(token.sign()) >= 0;
            case Token.WORD -> !isBeforeName(word);
            default -> true;
        };
        return dataNext || !word.equals("values");
    }

    private static boolean isBeforeName(String word) {
        return switch (word) {
            case "into", "table", "select", "as", "from", "join" -> true;
            default -> false;
        };
    }

    /** Handles a word of a statement other than INSERT, in the scope that its first words gave. */
    void takesWord(String word, Scope scope) {
        fromStandardInput |= isCopy && word.equals("stdin");
        isRoutine |=
                scope == Scope.KIND && (word.equals("function") || word.equals("procedure") || word.equals("library"));
        dataNext = word.equals("as") && (scope == Scope.CODE || (mysql && isRoutine));
        firstSign = mysql ? '$' : 0;
    }

    /** Returns whether rows follow the semicolon that was just read, in a line of their own. */
    boolean followsSemicolon() {
        if (!fromStandardInput) {
            return false;
        }
        int i = lexer.pos;
        while (lexer.text[i] != '\n' && SqlLexer.isSpace(lexer.text[i])) {
            i++;
        }
        return lexer.text[i] == '\n';
    }
}
