package dev.tollbooth.internal.lexer;

import dev.tollbooth.internal.lexer.CredentialWords.Scope;
import dev.tollbooth.statement.SqlDialect;

/**
 * Finds the passwords that are not written as literals: {@code ALTER USER scott IDENTIFIED BY tiger}, {@code PRAGMA key =
 * "tiger"}. Looks at each token of a statement before the rules do, but at none of a query or a change of rows.
 *
 * <p>One rule for all: what stands in a password's place is masked whatever its kind; and as a name without quotes may be
 * the beginning of a password with blanks and punctuation in it, all behind such a name is left out up to the statement's
 * end. A literal in that place is left to the dialect's rules, whose text is the server's.
 *
 * <p>Not thread-safe; reused.
 */
public final class Credentials {

    /** So many words may stand between CREATE and the kind of what it creates. */
    private static final int MOST_MODIFIERS = 6;

    private final SqlLexer lexer;
    private final SqlDialect dialect;
    private final boolean mysql;
    private final CredentialToken token;
    private final CredentialCall call;
    private final CredentialAccount account = new CredentialAccount();

    private Scope scope = Scope.FIRST;
    private CredentialPlace expected = CredentialPlace.NOTHING;
    /** The rest of the statement is left out. */
    private boolean hiding;
    /** The statement has an IDENTIFIED BY. */
    private boolean identified;

    private boolean inParentheses;
    private int modifiers;
    /** The last two words. */
    private String previous = "";

    private String beforePrevious = "";
    /** An item of a list begins. */
    private boolean itemBegins;

    public Credentials(SqlLexer lexer, SqlDialect dialect) {
        this.lexer = lexer;
        this.dialect = dialect;
        this.mysql = CredentialWords.isMysql(dialect);
        this.token = new CredentialToken(lexer, mysql);
        this.call = new CredentialCall(token);
    }

    /** Begins a statement. */
    public void begin() {
        scope = Scope.FIRST;
        expected = CredentialPlace.NOTHING;
        hiding = false;
        identified = false;
        inParentheses = false;
        modifiers = 0;
        previous = "";
        beforePrevious = "";
        itemBegins = false;
        account.begin(false);
    }

    /** Whether the statement is one whose names no rule looks at. */
    public boolean isIdle() {
        return scope == Scope.ROWS;
    }

    /**
     * Looks at a token of an idle statement, a semicolon or a word that stands in few: another statement may begin there, or
     * behind it. Returns whether none does.
     */
    public boolean staysIdle() {
        if (lexer.textIs(";")) {
            begin();
        } else if (lexer.textIs("identified")) {
            scope = Scope.STRUCTURE;
            expected = CredentialPlace.BY;
        } else if (CredentialWords.callsWithoutQuotes(dialect)) {
            begin();
            first(Token.WORD);
        }
        return isIdle();
    }

    /** Takes the token that the lexer has just read. */
    public CredentialVerdict take(int kind) {
        if (kind == Token.OPERATOR && token.sign() == ';' && (!hiding || !token.isGlued(';'))) {
            begin();
            return CredentialVerdict.SHOW;
        } else if (hiding) {
            return CredentialVerdict.DROP;
        } else if (scope == Scope.FIRST) {
            first(kind);
            return CredentialVerdict.SHOW;
        }
        CredentialVerdict verdict = expected == CredentialPlace.NOTHING ? CredentialVerdict.SHOW : awaited(kind);
        if (expected == CredentialPlace.NOTHING && verdict == CredentialVerdict.SHOW) {
            verdict = unawaited(kind);
        }
        return verdict;
    }

    private void first(int kind) {
        if (kind == Token.WORD && token.beginsRows()) {
            scope = Scope.ROWS;
        } else if (kind == Token.WORD) {
            previous = token.text();
            scope = CredentialWords.scopeOf(previous, dialect);
            call.begin(scope, previous);
        } else if (kind == Token.OPERATOR && token.sign() == '(') {
            scope = Scope.ROWS;
        } else if (kind == Token.QUOTED) {
            scope = Scope.ANY;
        }
    }

    /** Takes a token in a password's place, or on the way there. */
    private CredentialVerdict awaited(int kind) {
        switch (expected) {
            case BY -> afterIdentified(kind);
            case PASSWORD -> {
                return afterPassword(kind);
            }
            case EQUALS -> expected = token.isAssignment(kind) ? CredentialPlace.SECRET : CredentialPlace.NOTHING;
            case ASSIGNED -> {
                boolean to = kind == Token.WORD && lexer.textIs("to");
                expected = to || token.isAssignment(kind) ? CredentialPlace.SECRET : CredentialPlace.NOTHING;
            }
            case OPTION -> {
                return afterOption(kind);
            }
            case EQUALS_LATER ->
                expected = token.isAssignment(kind) ? CredentialPlace.SECRET : CredentialPlace.EQUALS_LATER;
            case FURTHER -> {
                return further(kind);
            }
            default -> {
                return secret(kind);
            }
        }
        return CredentialVerdict.SHOW;
    }

    private void afterIdentified(int kind) {
        String word = kind == Token.WORD ? token.text() : "";
        switch (word) {
            case "by" -> {
                identified = scope != Scope.STRUCTURE;
                expected = CredentialPlace.SECRET;
            }
            case "with", "via", "using", "externally", "globally" -> {
                identified = scope != Scope.STRUCTURE;
                expected = identified && word.equals("using") ? CredentialPlace.SECRET : CredentialPlace.NOTHING;
            }
            default -> expected = CredentialPlace.NOTHING;
        }
    }

    private CredentialVerdict afterOption(int kind) {
        if (kind != Token.OPERATOR && (kind != Token.WORD || !token.isKeyword())) {
            return secret(kind);
        }
        expected = token.isAssignment(kind) ? CredentialPlace.SECRET : CredentialPlace.NOTHING;
        return CredentialVerdict.SHOW;
    }

    private CredentialVerdict afterPassword(int kind) {
        if (kind == Token.WORD) {
            String word = token.text();
            if (CredentialWords.continuesPassword(word) && !token.isGlued()) {
                expected = word.equals("for") ? CredentialPlace.EQUALS_LATER : CredentialPlace.NOTHING;
                return CredentialVerdict.SHOW;
            } else if (word.equals("immediately") || (word.equals("to") && scope == Scope.SET)) {
                return CredentialVerdict.SHOW;
            }
            return secret(kind);
        } else if (kind == Token.OPERATOR
                && !token.isAssignment(kind)
                && !token.isOpen()
                && ",);.*]}".indexOf(token.sign()) >= 0) {
            expected = CredentialPlace.NOTHING;
            return CredentialVerdict.SHOW;
        }
        return secret(kind);
    }

    /** Takes the token in the place of a password. */
    private CredentialVerdict secret(int kind) {
        if (kind == Token.OPERATOR) {
            return secretOperator(kind);
        } else if (kind == Token.CHARSET || kind == Token.EMPTY) {
            return CredentialVerdict.SHOW;
        } else if (kind == Token.VARIABLE || kind == Token.SYSTEM_VARIABLE || isVariable(kind)) {
            expected = CredentialPlace.NOTHING;
            return CredentialVerdict.SHOW;
        } else if (kind == Token.WORD && leadsOn()) {
            return CredentialVerdict.SHOW;
        }
        expected = mysql ? CredentialPlace.NOTHING : CredentialPlace.FURTHER;
        if (Token.isLiteral(kind)) {
            hiding = (scope == Scope.SET && dialect == SqlDialect.GENERIC)
                    || ((kind != Token.STRING || !mysql) && token.isGlued());
            return CredentialVerdict.SHOW;
        }
        boolean whole = kind == Token.QUOTED || (inParentheses && token.nextSign() == ')');
        hiding = !whole || token.isGlued();
        return CredentialVerdict.MASK;
    }

    /** Takes the token behind a password: Oracle's GRANT has several behind commas, Access an old one behind the new one. */
    private CredentialVerdict further(int kind) {
        expected = CredentialPlace.NOTHING;
        if (token.isComma(kind)) {
            expected = identified ? CredentialPlace.SECRET : CredentialPlace.NOTHING;
        } else if (isGeneric() && (kind == Token.QUOTED || (kind == Token.WORD && !token.isKeyword()))) {
            return secret(kind);
        }
        return CredentialVerdict.SHOW;
    }

    private CredentialVerdict secretOperator(int kind) {
        if (token.isOpen() || token.isAssignment(kind)) {
            inParentheses |= token.isOpen();
            expected = CredentialPlace.SECRET;
            return CredentialVerdict.SHOW;
        } else if (token.sign() == ',' || token.sign() == ')') {
            expected = CredentialPlace.NOTHING;
            return CredentialVerdict.SHOW;
        }
        hiding = true;
        return CredentialVerdict.MASK;
    }

    /** Whether a name is a variable's, whose value it does not show. */
    private boolean isVariable(int kind) {
        return kind == Token.WORD && token.sign() == '@' && dialect == SqlDialect.SQLSERVER;
    }

    /** Whether a word stands between the one that announces a password and the password. */
    private boolean leadsOn() {
        if (!lexer.textIs("password") && !lexer.textIs("old_password")) {
            return false;
        }
        return mysql || token.nextSign() == '(';
    }

    /** Takes a token that nothing has announced, and looks whether it announces a password. */
    private CredentialVerdict unawaited(int kind) {
        if (scope == Scope.EXECUTE || scope == Scope.CALL) {
            return called(kind);
        } else if (kind == Token.OPERATOR) {
            operator(kind);
        } else if (kind == Token.WORD || kind == Token.QUOTED) {
            String word = token.text();
            CredentialVerdict verdict = name(kind, word);
            beforePrevious = previous;
            previous = word;
            itemBegins = false;
            return verdict;
        } else {
            account.takesLiteral();
        }
        return CredentialVerdict.SHOW;
    }

    private void operator(int kind) {
        itemBegins = token.isOpen() || token.isComma(kind);
        account.takesOperator(token.sign());
        boolean value = scope == Scope.PRAGMA && token.isOpen();
        boolean assigned = token.isAssignment(kind) && (scope == Scope.PRAGMA || (scope == Scope.SET && isGeneric()));
        if (value || assigned) {
            inParentheses = value;
            expected = CredentialPlace.SECRET;
        } else if (scope == Scope.CONNECT && token.sign() == '/') {
            expected = CredentialPlace.SECRET;
        }
    }

    private boolean isGeneric() {
        return dialect == SqlDialect.GENERIC;
    }

    private CredentialVerdict name(int kind, String word) {
        if (kind == Token.WORD) {
            if (CredentialWords.callsWithoutQuotes(dialect) && beginsAnother(word)) {
                begin();
                first(kind);
                return CredentialVerdict.SHOW;
            } else if (word.equals("identified")) {
                expected = CredentialPlace.BY;
                scope = scope == Scope.KIND ? Scope.ANY : scope;
                return CredentialVerdict.SHOW;
            } else if (identified && CredentialWords.announcesFurther(word, scope)) {
                expected = CredentialPlace.SECRET;
                return CredentialVerdict.SHOW;
            }
        }
        if (scope == Scope.KIND) {
            kindOfObject(kind, word);
        } else if (account.takesName(kind, word)) {
            return CredentialVerdict.SHOW;
        }
        if (account.isBehindName() && (kind == Token.QUOTED || !token.isKeyword())) {
            return secret(kind);
        } else if (scope != Scope.KIND && scope != Scope.STRUCTURE) {
            announce(kind, word);
        }
        return CredentialVerdict.SHOW;
    }

    private void announce(int kind, String word) {
        if (kind == Token.WORD && announcesPassword(word)) {
            expected = CredentialPlace.PASSWORD;
        } else if (kind == Token.WORD && announcesSecret(word)) {
            expected = CredentialPlace.SECRET;
        } else if (CredentialWords.isSecretOption(word, dialect)) {
            expected = scope == Scope.ATTACH && kind == Token.WORD ? CredentialPlace.PASSWORD : option();
        }
    }

    private CredentialPlace option() {
        if (scope == Scope.ANY && itemBegins) {
            return CredentialPlace.OPTION;
        }
        boolean set = scope == Scope.ANY && (previous.equals("set") || beforePrevious.equals("set"));
        return set || scope == Scope.SET ? CredentialPlace.ASSIGNED : CredentialPlace.EQUALS;
    }

    /** Whether a word begins another statement, where no semicolon needs to stand before it. */
    private boolean beginsAnother(String word) {
        return switch (scope) {
            case SET -> isRows(word);
            case STRUCTURE -> callsProcedure(word) || word.equals("create") || word.equals("alter");
            case ANY, GRANT -> callsProcedure(word);
            default -> false;
        };
    }

    /** EXECUTE is a right, too, and in other databases than SQL Server leads to more than procedures. */
    private boolean callsProcedure(String word) {
        return word.equals("exec")
                || (word.equals("execute") && dialect == SqlDialect.SQLSERVER && scope != Scope.GRANT);
    }

    private boolean isRows(String word) {
        Scope other = CredentialWords.scopeOf(word, dialect);
        return other == Scope.ROWS || other == Scope.EXECUTE;
    }

    private void kindOfObject(int kind, String word) {
        scope = kind == Token.QUOTED ? Scope.ANY : CredentialWords.scopeOfKind(word, dialect);
        if (scope == Scope.KIND && ++modifiers > MOST_MODIFIERS) {
            scope = mysql ? Scope.STRUCTURE : Scope.ANY;
        }
        account.begin(isGeneric() && kind == Token.WORD && CredentialWords.isUser(word));
    }

    private boolean announcesPassword(String word) {
        return word.equals("password") || (!mysql && (word.equals("passwd") || word.equals("passphrase")));
    }

    private boolean announcesSecret(String word) {
        return switch (word) {
            case "salt", "hash" -> !mysql && scope == Scope.ANY;
            case "key" -> scope == Scope.ATTACH;
            case "secret" -> scope == Scope.ADMINISTER;
            case "new", "confirm" -> scope == Scope.CONNECT;
            case "using" -> scope == Scope.CONNECT || (!mysql && (previous.contains("crypt") || followsUser()));
            default -> false;
        };
    }

    /** Whether USER and a user's name, or only one in quotes, were before: as in Db2's commands, whose passwords follow. */
    private boolean followsUser() {
        boolean follows = beforePrevious.equals("user") || previous.equals("user");
        scope = follows ? Scope.CONNECT : scope;
        return follows;
    }

    private CredentialVerdict called(int kind) {
        CredentialVerdict verdict = call.take(kind);
        hiding = call.isHiding();
        scope = call.scope();
        if (scope == Scope.FIRST) {
            begin();
            first(kind);
        }
        return verdict;
    }
}
