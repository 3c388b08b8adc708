package dev.tollbooth.internal.lexer;

import dev.tollbooth.statement.SqlDialect;
import java.util.Locale;

/** The lexer's token as {@link Credentials} looks at it. Not thread-safe. */
final class CredentialToken {

    /** The first words of most statements, packed as the lexer packs them, to compare without a string. */
    private static final long[] ROWS = {
        EightBytes.word("select"),
        EightBytes.word("insert"),
        EightBytes.word("update"),
        EightBytes.word("delete"),
        EightBytes.word("with"),
        EightBytes.word("commit"),
        EightBytes.word("rollback"),
        EightBytes.word("merge"),
        EightBytes.word("replace"),
        EightBytes.word("values")
    };

    /** Longer words mean nothing here. */
    private static final int LONGEST_WORD = 64;

    private final SqlLexer lexer;
    private final boolean mysql;
    /** A text of many statements mostly repeats the words that they begin with. */
    private String last = "";

    CredentialToken(SqlLexer lexer, boolean mysql) {
        this.lexer = lexer;
        this.mysql = mysql;
    }

    /** Whether it is a word that queries and changes of rows begin with. */
    boolean beginsRows() {
        if (lexer.wordBits >= 128 || lexer.tail != 0) {
            return false;
        }
        for (long word : ROWS) {
            if (lexer.head == word) {
                return true;
            }
        }
        return false;
    }

    /** Returns the beginning of its text in lower case. */
    String text() {
        if (!lexer.textIs(last)) {
            int end = Math.min(lexer.end, lexer.start + LONGEST_WORD);
            last = new String(lexer.text, lexer.start, end - lexer.start).toLowerCase(Locale.ROOT);
        }
        return last;
    }

    boolean isKeyword() {
        return (Keywords.find(text()) & Keywords.KEYWORD) != 0;
    }

    /** Returns its first character. */
    char sign() {
        return lexer.text[lexer.start];
    }

    boolean isOpen() {
        return sign() == '(' && lexer.end == lexer.start + 1;
    }

    boolean isComma(int kind) {
        return kind == Token.OPERATOR && sign() == ',';
    }

    boolean isAssignment(int kind) {
        if (kind != Token.OPERATOR) {
            return false;
        }
        int length = lexer.end - lexer.start;
        char second = lexer.text[lexer.start + 1];
        return sign() == '='
                ? length == 1 || second == '>' || second == '='
                : sign() == ':' && length == 2 && second == '=';
    }

    /** Whether it ends what an option's name may be the whole of. */
    boolean endsOption(int kind) {
        return kind == Token.OPERATOR && !isAssignment(kind) && !isOpen() && ",);.*]}".indexOf(sign()) >= 0;
    }

    /** Whether a name is a variable's, whose value it does not show. */
    boolean isVariable(int kind, SqlDialect dialect) {
        return kind == Token.WORD && sign() == '@' && dialect == SqlDialect.SQLSERVER;
    }

    /** Whether a word stands between the one that announces a password and the password. */
    boolean leadsOn() {
        if (!lexer.textIs("password") && !lexer.textIs("old_password")) {
            return false;
        }
        return mysql || nextSign() == '(';
    }

    /** Returns the next character that is no space. */
    char nextSign() {
        int i = lexer.pos;
        while (SqlLexer.isSpace(lexer.text[i])) {
            i++;
        }
        return lexer.text[i];
    }

    /** Whether the token goes on without a blank, in which case it is only a part of what stands there. */
    boolean isGlued() {
        return isGlued(',') && ");]}".indexOf(lexer.text[lexer.pos]) < 0;
    }

    /** Whether something other than {@code allowed} and comments stands right behind the token. */
    boolean isGlued(char allowed) {
        char next = lexer.text[lexer.pos];
        char second = lexer.text[lexer.pos + 1];
        boolean comment = (next == '/' && second == '*') || (next == '-' && second == '-') || (next == '#' && mysql);
        return lexer.pos < lexer.limit && !SqlLexer.isSpace(next) && next != allowed && !comment;
    }
}
