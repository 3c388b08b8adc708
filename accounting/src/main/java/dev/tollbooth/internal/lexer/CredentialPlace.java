package dev.tollbooth.internal.lexer;

/** The place of the next token in relation to a password, for {@link Credentials}. */
enum CredentialPlace {
    NOTHING,
    /** After IDENTIFIED. */
    BY,
    /** After PASSWORD: an equals sign, the password, or a clause about it. */
    PASSWORD,
    /** After an option's name: an equals sign, or the word was no option. */
    EQUALS,
    /** After an option's name in an ALTER's SET: an equals sign or TO, or the word was no option. */
    ASSIGNED,
    /** After an option's name at the begin of a list item: an equals sign, the value, or the word was no option. */
    OPTION,
    /** After PASSWORD FOR: a user's name up to an equals sign. */
    EQUALS_LATER,
    /** After a password in quotes: perhaps one more. */
    FURTHER,
    SECRET
}
