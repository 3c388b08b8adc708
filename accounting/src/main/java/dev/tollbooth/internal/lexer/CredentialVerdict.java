package dev.tollbooth.internal.lexer;

/** The treatment of a token that may be a password. */
public enum CredentialVerdict {
    SHOW,
    /** A literal's place is shown in its stead. */
    MASK,
    DROP
}
