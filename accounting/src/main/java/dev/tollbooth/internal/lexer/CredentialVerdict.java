package dev.tollbooth.internal.lexer;

/** What becomes of a token that may be a password. */
public enum CredentialVerdict {
    SHOW,
    /** A literal's place is shown in its stead. */
    MASK,
    DROP
}
