package dev.tollbooth.accounting.digest;

/** What becomes of a token that may be a password. */
enum CredentialVerdict {
    SHOW,
    /** A literal's place is shown in its stead. */
    MASK,
    DROP
}
