package dev.tollbooth.internal.lexer;

import dev.tollbooth.internal.lexer.CredentialWords.Scope;
import dev.tollbooth.statement.SqlDialect;

/**
 * A matcher that finds passwords that are not literals: {@code ALTER USER scott IDENTIFIED BY tiger}, {@code PRAGMA key
 * = "tiger"}. It examines each token of a statement before the normalizer's rules do, except in queries and changes of
 * rows.
 *
 * <p>A token in the place of a password is masked, whatever its kind. An unquoted name may begin a password with blanks
 * and punctuation, so everything after it is left out, up to the statement's end. A literal in that place is left to
 * the dialect's rules, because its normalized text has to equal the server's.
 *
 * <p>Not thread-safe. An instance is reused.
 */
public final class Credentials {

    /** The most words between CREATE and the kind of object. */
    private static final int MOST_MODIFIERS = 6;

    private final SqlLexer lexer;
    private final SqlDialect dialect;
    private final boolean mysql;
    private final boolean generic;
    private final CredentialToken token;
    private final CredentialCall call;
    private final CredentialAccount account = new CredentialAccount();
    private final SecretList list = new SecretList();
    private final InlineData data;

    private Scope scope = Scope.FIRST;
    private CredentialPlace expected = CredentialPlace.NOTHING;
    /** Whether the rest of the statement is left out. */
    private boolean hiding;
    /** Whether the rest of the text is left out, because it is no SQL. */
    private boolean hidingAll;
    /** Whether the statement has an IDENTIFIED BY. */
    private boolean identified;

    private boolean inParentheses;
    private int modifiers;
    /** The last two words. */
    private String previous = "";

    private String beforePrevious = "";
    /** Whether an item of a list begins. */
    private boolean itemBegins;

    public Credentials(SqlLexer lexer, SqlDialect dialect) {
        this.lexer = lexer;
        this.dialect = dialect;
        this.mysql = CredentialWords.isMysql(dialect);
        this.generic = dialect == SqlDialect.GENERIC;
        this.token = new CredentialToken(lexer, mysql);
        this.call = new CredentialCall(token);
        this.data = new InlineData(lexer, token, mysql);
    }

    /** Begins a text. */
    public void begin() {
        beginStatement();
        hidingAll = false;
    }

    private void beginStatement() {
        scope = Scope.FIRST;
        expected = CredentialPlace.NOTHING;
        hiding = false;
        identified = false;
        inParentheses = false;
        modifiers = 0;
        previous = "";
        beforePrevious = "";
        itemBegins = false;
        list.begin();
        account.begin(false);
        data.begin("");
    }

    /** Returns whether no rule examines the names of the statement. */
    public boolean isIdle() {
        return scope == Scope.ROWS;
    }

    /**
     * Examines a token of an idle statement, a semicolon or one of a few words, after which another statement may
     * begin. Returns whether the statement stays idle.
     */
    public boolean staysIdle() {
        if (lexer.textIs(";")) {
            beginStatement();
        } else if (lexer.textIs("identified")) {
            scope = Scope.STRUCTURE;
            expected = CredentialPlace.BY;
        } else if (CredentialWords.callsWithoutQuotes(dialect)) {
            beginStatement();
            first(Token.WORD);
        }
        return isIdle();
    }

    /** Handles the token that the lexer has just read; returns its treatment. */
    public CredentialVerdict take(int kind) {
        if (!hidingAll && kind == Token.OPERATOR && token.sign() == ';' && (!hiding || !token.isGlued(';'))) {
            hidingAll = data.followsSemicolon();
            beginStatement();
            return hidingAll ? CredentialVerdict.DROP : CredentialVerdict.SHOW;
        } else if (hiding || hidingAll) {
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
            scope = generic && lexer.textIs("insert") ? Scope.INSERT : Scope.ROWS;
        } else if (kind == Token.WORD) {
            previous = token.text();
            scope = CredentialWords.scopeOf(previous, dialect);
            call.begin(scope, previous);
            data.begin(previous);
            if (CredentialWords.isClientCommand(previous, dialect)) {
                expected = CredentialPlace.SECRET;
            }
        } else if (kind == Token.OPERATOR && token.sign() == '(') {
            scope = Scope.ROWS;
        } else if (kind == Token.OPERATOR && !mysql && ".\\!:".indexOf(token.sign()) >= 0) {
            hiding = true; // a client's command: .open, \connect, !sh, :connect
        } else if (kind == Token.QUOTED) {
            scope = Scope.ANY;
        }
    }

    /** Handles a token in a password's place, or on the way there; returns its treatment. */
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
        } else if (token.endsOption(kind)) {
            expected = CredentialPlace.NOTHING;
            return CredentialVerdict.SHOW;
        }
        return secret(kind);
    }

    /** Handles the token in the place of a password; returns its treatment. */
    private CredentialVerdict secret(int kind) {
        if (kind == Token.OPERATOR) {
            return secretOperator(kind);
        } else if (kind == Token.CHARSET || kind == Token.EMPTY) {
            return CredentialVerdict.SHOW;
        } else if (kind == Token.VARIABLE || kind == Token.SYSTEM_VARIABLE || token.isVariable(kind, dialect)) {
            expected = CredentialPlace.NOTHING;
            return CredentialVerdict.SHOW;
        } else if (kind == Token.WORD && token.leadsOn()) {
            return CredentialVerdict.SHOW;
        } else if (kind == Token.WORD
                && scope == Scope.SET
                && inParentheses
                && token.beginsRows()
                && !token.isGlued()) {
            scope = Scope.ROWS; // BigQuery: set x = (select ...)
            return CredentialVerdict.SHOW;
        }
        expected = mysql ? CredentialPlace.NOTHING : CredentialPlace.FURTHER;
        if (Token.isLiteral(kind)) {
            hiding = (scope == Scope.SET && generic) || ((kind != Token.STRING || !mysql) && token.isGlued());
            return CredentialVerdict.SHOW;
        }
        boolean whole = kind == Token.QUOTED || (inParentheses && token.nextSign() == ')');
        hiding = !whole || token.isGlued();
        return CredentialVerdict.MASK;
    }

    /** Handles the token after a password; returns its treatment. Oracle lists several, Access has the old one too. */
    private CredentialVerdict further(int kind) {
        expected = CredentialPlace.NOTHING;
        if (list.isOpen()) {
            return CredentialVerdict.SHOW;
        } else if (token.isComma(kind)) {
            expected = identified ? CredentialPlace.SECRET : CredentialPlace.NOTHING;
        } else if (generic && kind == Token.WORD && previous.equals("password") && lexer.textIs("to")) {
            expected = CredentialPlace.SECRET; // MaxDB: the new password follows
        } else if (generic && (kind == Token.QUOTED || (kind == Token.WORD && !token.isKeyword()))) {
            return secret(kind);
        } else if (generic && Token.isLiteral(kind)) {
            hiding = token.isGlued();
        }
        return CredentialVerdict.SHOW;
    }

    private CredentialVerdict secretOperator(int kind) {
        if (token.isOpen() || token.isAssignment(kind)) {
            inParentheses |= token.isOpen();
            boolean opens = token.isOpen() && list.takesOpen(previous);
            expected = opens ? CredentialPlace.NOTHING : CredentialPlace.SECRET;
            return CredentialVerdict.SHOW;
        } else if (token.sign() == ',' || token.sign() == ')') {
            expected = CredentialPlace.NOTHING;
            return CredentialVerdict.SHOW;
        }
        hiding = true;
        return CredentialVerdict.MASK;
    }

    /** Handles an unannounced token, which may announce a password; returns its treatment. */
    private CredentialVerdict unawaited(int kind) {
        if (data.begins()) {
            hidingAll = true;
            return CredentialVerdict.MASK;
        } else if (scope == Scope.INSERT) {
            inserted(kind);
        } else if (scope == Scope.EXECUTE || scope == Scope.CALL) {
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

    private void inserted(int kind) {
        scope = data.takesInserted(kind) ? Scope.INSERT : Scope.ROWS;
        if (kind == Token.WORD && CredentialWords.wakes(token.text())) {
            staysIdle();
        }
    }

    private void operator(int kind) {
        itemBegins = token.isOpen() || token.isComma(kind);
        if (token.sign() == ')') {
            list.takesClose();
        }
        account.takesOperator(token.sign());
        boolean value = scope == Scope.PRAGMA && token.isOpen();
        boolean assigned = token.isAssignment(kind) && (scope == Scope.PRAGMA || (scope == Scope.SET && generic));
        if (value || assigned) {
            inParentheses = value;
            expected = CredentialPlace.SECRET;
        } else if (scope == Scope.CONNECT && token.sign() == '/') {
            expected = CredentialPlace.SECRET;
        }
    }

    private CredentialVerdict name(int kind, String word) {
        if (kind == Token.WORD) {
            if (CredentialWords.beginsAnother(word, scope, dialect)) {
                beginStatement();
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
        data.takesWord(word, scope);
        if (scope == Scope.KIND) {
            kindOfObject(kind, word);
        } else if (account.takesName(kind, word)) {
            return CredentialVerdict.SHOW;
        }
        if (account.isBehindName() && (kind == Token.QUOTED || !token.isKeyword())) {
            return secret(kind);
        } else if (scope == Scope.DECLARE) {
            expected = word.equals("using") && followsUser() ? CredentialPlace.SECRET : CredentialPlace.NOTHING;
        } else if (list.isOpen() && token.nextSign() != '=') {
            return secret(kind);
        } else if (list.isOpen()) {
            expected = CredentialPlace.EQUALS;
        } else if (itemBegins && scope == Scope.ANY && list.hasItem(word)) {
            expected = CredentialPlace.OPTION;
        } else if (scope != Scope.KIND && scope != Scope.STRUCTURE && expected == CredentialPlace.NOTHING) {
            announce(kind, word);
        }
        return CredentialVerdict.SHOW;
    }

    private void announce(int kind, String word) {
        if (kind == Token.WORD && CredentialWords.announcesPassword(word, dialect)) {
            expected = CredentialPlace.PASSWORD;
        } else if (kind == Token.WORD
                && (CredentialWords.announcesSecret(word, previous, scope, dialect)
                        || (!mysql && word.equals("using") && followsUser()))) {
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

    private void kindOfObject(int kind, String word) {
        list.takesKind(word);
        scope = kind == Token.QUOTED ? Scope.ANY : CredentialWords.scopeOfKind(word, dialect);
        if (scope == Scope.KIND && ++modifiers > MOST_MODIFIERS) {
            scope = mysql ? Scope.STRUCTURE : Scope.ANY;
        }
        account.begin(generic && kind == Token.WORD && CredentialWords.isUser(word));
    }

    /** Returns whether USER and a user's name, or a quoted user's name alone, came before, as in Db2's commands. */
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
            beginStatement();
            first(kind);
        }
        return verdict;
    }
}
