package dev.tollbooth.internal.lexer;

/** The treatment of a token that may be a password. */
public enum CredentialVerdict {
    SHOW,
    /** A literal's placeholder is shown instead. */
    MASK,
    DROP
}
