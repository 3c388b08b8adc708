package dev.tollbooth.internal.lexer;

import dev.tollbooth.internal.lexer.CredentialWords.Scope;

/**
 * A matcher for the arguments of procedures. It masks names among them if the procedure's name mentions users or
 * passwords. It also does so in an EXECUTE of SQL Server or Sybase, where an unquoted name is a string. Not
 * thread-safe.
 */
final class CredentialCall {

    private final CredentialToken token;
    private Scope scope = Scope.CALL;
    private boolean procedureNext;
    private boolean argumentNext;
    private boolean hiding;
    private String previous = "";

    CredentialCall(CredentialToken token) {
        this.token = token;
    }

    /** Begins a statement with {@code word}, which is the procedure's name if the call needs no EXECUTE. */
    void begin(Scope of, String word) {
        scope = of;
        hiding = false;
        previous = word;
        argumentNext = of == Scope.EXECUTE && !word.startsWith("exec");
        procedureNext = !argumentNext;
    }

    /**
     * Returns the scope of the rest of the statement: ROWS if no password can follow, FIRST before a new statement,
     * else unchanged.
     */
    Scope scope() {
        return scope;
    }

    /** Returns whether the rest of the statement is left out. */
    boolean isHiding() {
        return hiding;
    }

    CredentialVerdict take(int kind) {
        if (kind == Token.OPERATOR) {
            operator(kind);
            return CredentialVerdict.SHOW;
        } else if (kind != Token.WORD && kind != Token.QUOTED) {
            argumentNext = argumentNext && Token.isLiteral(kind) && scope == Scope.CALL;
            return CredentialVerdict.SHOW;
        }
        String word = token.text();
        if (procedureNext) {
            return procedure(kind, word);
        } else if (scope == Scope.CALL) {
            return argumentNext && !word.equals("null") ? CredentialVerdict.MASK : CredentialVerdict.SHOW;
        }
        return argument(kind, word);
    }

    private void operator(int kind) {
        char sign = token.sign();
        if (scope == Scope.CALL && argumentNext) {
            hiding = "(),{}".indexOf(sign) < 0 && !token.isAssignment(kind);
        } else if (sign == '.') {
            procedureNext = true;
            argumentNext = false;
        } else if (scope == Scope.CALL) {
            procedureNext = false;
            argumentNext = CredentialWords.isSecretProcedure(previous);
            scope = argumentNext ? scope : Scope.ROWS;
        } else if (sign == '(') {
            scope = Scope.ROWS;
        } else {
            procedureNext = token.isAssignment(kind) && previous.startsWith("@");
            argumentNext = !procedureNext && (sign == ',' || token.isAssignment(kind));
            previous = "";
        }
    }

    private CredentialVerdict procedure(int kind, String word) {
        previous = word;
        if (kind == Token.WORD && (word.equals("as") || word.equals("immediate"))) {
            scope = Scope.ANY;
        }
        procedureNext = false;
        argumentNext = scope == Scope.EXECUTE && !word.startsWith("@");
        return CredentialVerdict.SHOW;
    }

    private CredentialVerdict argument(int kind, String word) {
        if (kind == Token.WORD && CredentialWords.beginsStatement(word)) {
            scope = Scope.FIRST;
            return CredentialVerdict.SHOW;
        } else if (word.startsWith("@")
                || (kind == Token.WORD && CredentialWords.followsArgument(word) && !token.isGlued())) {
            argumentNext = false;
            return CredentialVerdict.SHOW;
        }
        // words after a name, without a comma, belong to it
        CredentialVerdict verdict = argumentNext ? CredentialVerdict.MASK : CredentialVerdict.DROP;
        argumentNext = false;
        hiding = kind == Token.WORD && token.isGlued();
        return verdict;
    }
}
