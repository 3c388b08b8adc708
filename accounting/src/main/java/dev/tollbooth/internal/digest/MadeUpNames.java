package dev.tollbooth.internal.digest;

import dev.tollbooth.internal.lexer.DialectFamily;
import dev.tollbooth.internal.lexer.SqlLexer;
import dev.tollbooth.statement.SqlDialect;

/**
 * A matcher that finds names that programs generate at run time: savepoints, cursors, prepared statements and channels.
 * Only statements that begin with a few words have such names.
 *
 * <p>Not thread-safe: it reads the lexer's current word.
 */
final class MadeUpNames {

    private static final int NOTHING = 0;
    /** The state in which the first word of a statement comes next. */
    private static final int START = 1;
    /** The state in which the name comes next, or a word before the name. */
    private static final int NAME = 2;
    /** The state in which TO precedes the name. */
    private static final int ROLLBACK = 3;
    /** The state in which TRANSACTION precedes the name. */
    private static final int TRANSACTION = 4;
    /** The state in which a cursor comes next, or the words and numbers of a direction. */
    private static final int FETCH = 5;
    /** The state in which the name of a cursor comes next, if the word CURSOR follows. */
    private static final int DECLARED = 6;
    /** The state between a cursor's name and CURSOR. */
    private static final int CURSOR = 7;
    /** The state in which PREPARE precedes the name. */
    private static final int DROP = 8;

    private static final String[] DATA = {"select", "insert", "update", "delete"};
    private static final String[] BEFORE_NAME = {
        "savepoint", "release", "deallocate", "open", "close", "listen", "unlisten", "notify"
    };
    private static final String[] WITHIN = {"savepoint", "prepare", "to", "plan", "global"};
    private static final String[] NO_NAMES = {
        "transaction", "all", "immediate", "procedure", "block", "symmetric", "master", "with", "cursor"
    };
    private static final String[] DIRECTIONS = {
        "next", "prior", "first", "last", "absolute", "relative", "forward", "backward", "all", "from", "in"
    };
    private static final String[] BEFORE_CURSOR = {
        "binary", "insensitive", "asensitive", "sensitive", "no", "scroll", "dynamic"
    };
    private static final String[] BEFORE_TRANSACTION = {"save", "begin", "commit"};

    private final SqlLexer lexer;
    private final TokenStack stack;
    /**
     * Whether names of prepared statements count as generated. PostgreSQL's don't, because its server distinguishes
     * statements by them.
     */
    private final boolean preparesNames;
    /** Whether EXECUTE names a prepared statement rather than a procedure. */
    private final boolean executesNames;
    /** Whether the name of a transaction is a savepoint. */
    private final boolean namesTransactions;

    private int expected;
    /** The number of words on the stack above the declared name. */
    private int declaredDepth;

    MadeUpNames(SqlLexer lexer, TokenStack stack, SqlDialect dialect) {
        this.lexer = lexer;
        this.stack = stack;
        boolean standard = DialectFamily.of(dialect) == DialectFamily.ANSI;
        this.preparesNames = DialectFamily.of(dialect) != DialectFamily.POSTGRESQL;
        this.executesNames = preparesNames && (!standard || dialect == SqlDialect.H2 || dialect == SqlDialect.ANSI);
        this.namesTransactions = dialect == SqlDialect.SQLSERVER;
    }

    /** Begins a statement with the next token. */
    void begin() {
        expected = START;
    }

    /** Returns whether the next word may be a generated name, or lead to one. */
    boolean isExpected() {
        return expected != NOTHING;
    }

    /** Handles a token that is neither a word nor a name. */
    void other(boolean number) {
        if (expected != FETCH || !number) {
            expected = NOTHING;
        }
    }

    /** Handles the lexer's word or name; returns whether a program generated it. */
    boolean take() {
        switch (expected) {
            case START -> expected = first();
            case NAME -> {
                return takeName();
            }
            case ROLLBACK -> expected = is("to") ? NAME : is("work") ? ROLLBACK : transaction(ROLLBACK);
            case TRANSACTION -> expected = transaction(NOTHING);
            case DROP -> expected = is("prepare") ? NAME : NOTHING;
            case FETCH -> {
                return takeFetched();
            }
            case DECLARED -> {
                expected = is("cursor") ? NOTHING : CURSOR;
                declaredDepth = 0;
            }
            case CURSOR -> takeDeclared();
            default -> {}
        }
        return false;
    }

    private boolean is(String word) {
        return lexer.textIs(word);
    }

    private boolean isOneOf(String[] words) {
        for (String word : words) {
            if (is(word)) {
                return true;
            }
        }
        return false;
    }

    private int first() {
        if (isOneOf(DATA)) {
            return NOTHING;
        } else if (isOneOf(BEFORE_NAME)) {
            return NAME;
        } else if (is("rollback")) {
            return ROLLBACK;
        } else if (is("execute") || is("prepare")) {
            return (is("prepare") ? preparesNames : executesNames) ? NAME : NOTHING;
        } else if (is("fetch") || is("move")) {
            return FETCH;
        } else if (is("declare")) {
            return DECLARED;
        } else if (is("drop")) {
            return DROP;
        }
        return namesTransactions && isOneOf(BEFORE_TRANSACTION) ? TRANSACTION : NOTHING;
    }

    /** Returns the state after the word TRANSACTION, in a dialect that names transactions. */
    private int transaction(int otherwise) {
        boolean transaction = is("transaction") || is("tran");
        return transaction && namesTransactions ? NAME : transaction ? otherwise : NOTHING;
    }

    private boolean takeName() {
        if (isOneOf(WITHIN)) {
            return false;
        }
        expected = NOTHING;
        return !isOneOf(NO_NAMES);
    }

    private boolean takeFetched() {
        if (isOneOf(DIRECTIONS)) {
            return false;
        }
        expected = NOTHING;
        return true;
    }

    private void takeDeclared() {
        if (is("cursor")) {
            stack.replaceByLiteral(declaredDepth);
            expected = NOTHING;
        } else if (isOneOf(BEFORE_CURSOR)) {
            declaredDepth++;
        } else {
            expected = NOTHING;
        }
    }
}
