package dev.tollbooth.internal.lexer;

/**
 * A matcher that finds the end of the user's name in a CREATE or ALTER of a user, if the database's words for a
 * password are unknown: {@code CREATE USER scott tiger}, {@code ALTER USER scott AUTHENTICATE BY tiger}. A word behind
 * the name that is no keyword may be a password, or announce one. Not thread-safe.
 */
final class CredentialAccount {

    private boolean nameNext;
    private boolean behindName;

    /**
     * Begins after the kind of the created or altered object.
     *
     * @param isUser whether the object is a user
     */
    void begin(boolean isUser) {
        nameNext = isUser;
        behindName = false;
    }

    boolean isBehindName() {
        return behindName;
    }

    void takesLiteral() {
        behindName |= nameNext;
        nameNext = false;
    }

    /** Expects a user's name again if an operator continues the name, or announces another user. */
    void takesOperator(char sign) {
        if (behindName && ".@,".indexOf(sign) >= 0) {
            begin(true);
        }
    }

    /** Returns whether a name or word is the user's name. */
    boolean takesName(int kind, String word) {
        boolean leads = word.equals("if") || word.equals("not") || word.equals("exists");
        boolean taken = nameNext && (kind == Token.QUOTED || !leads);
        if (taken) {
            takesLiteral();
        }
        return taken;
    }
}
