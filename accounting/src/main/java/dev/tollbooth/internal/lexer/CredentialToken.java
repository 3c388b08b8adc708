package dev.tollbooth.internal.lexer;

import dev.tollbooth.statement.SqlDialect;
import java.util.Locale;

/** A view of the lexer's token for {@link Credentials}. Not thread-safe. */
final class CredentialToken {

    /** The first words of most statements, packed as the lexer packs them, to be compared without a string. */
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

    /** The longest word with a meaning here. */
    private static final int LONGEST_WORD = 64;

    private final SqlLexer lexer;
    private final boolean mysql;
    /** The last word as a string, reused because texts of many statements mostly repeat their first words. */
    private String last = "";

    CredentialToken(SqlLexer lexer, boolean mysql) {
        this.lexer = lexer;
        this.mysql = mysql;
    }

    /** Returns whether the token begins a query or a change of rows. */
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

    /** Returns the first characters of the token's text in lower case, {@value #LONGEST_WORD} at most. */
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

    /** Returns the token's first character. */
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

    /** Returns whether the token ends the name of an option. */
    boolean endsOption(int kind) {
        return kind == Token.OPERATOR && !isAssignment(kind) && !isOpen() && ",);.*]}".indexOf(sign()) >= 0;
    }

    /** Returns whether the token names a variable, which does not show the variable's value. */
    boolean isVariable(int kind, SqlDialect dialect) {
        return kind == Token.WORD && sign() == '@' && dialect == SqlDialect.SQLSERVER;
    }

    /** Returns whether a word can be between the announcement of a password and the password. */
    boolean leadsOn() {
        if (!lexer.textIs("password") && !lexer.textIs("old_password")) {
            return false;
        }
        return mysql || nextSign() == '(';
    }

    /** Returns the next character that is no white space. */
    char nextSign() {
        int i = lexer.pos;
        while (SqlLexer.isSpace(lexer.text[i])) {
            i++;
        }
        return lexer.text[i];
    }

    /** Returns whether the token continues without a blank, so that it is only part of a password. */
    boolean isGlued() {
        return isGlued(',') && ");]}".indexOf(lexer.text[lexer.pos]) < 0;
    }

    /** Returns whether a character other than {@code allowed} and comments follows the token at once. */
    boolean isGlued(char allowed) {
        char next = lexer.text[lexer.pos];
        char second = lexer.text[lexer.pos + 1];
        boolean comment = (next == '/' && second == '*') || (next == '-' && second == '-') || (next == '#' && mysql);
        return lexer.pos < lexer.limit && !SqlLexer.isSpace(next) && next != allowed && !comment;
    }
}
