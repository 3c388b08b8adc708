package dev.tollbooth.internal.lexer;

/** The meaning that the last words give to the next token, for {@link Credentials}. */
enum CredentialPlace {
    NOTHING,
    /** After IDENTIFIED. */
    BY,
    /** After PASSWORD: an equals sign, the password, or what is said of it. */
    PASSWORD,
    /** After an option's name: an equals sign, or it was none. */
    EQUALS,
    /** After an option's name in an ALTER's SET: an equals sign or TO, or it was none. */
    ASSIGNED,
    /** After an option's name that a list's item begins with: an equals sign, its value, or it was none. */
    OPTION,
    /** After PASSWORD FOR: a user's name up to an equals sign. */
    EQUALS_LATER,
    /** After a password in quotes: perhaps one more. */
    FURTHER,
    SECRET
}
