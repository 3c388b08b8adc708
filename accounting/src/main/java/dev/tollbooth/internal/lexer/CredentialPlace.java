package dev.tollbooth.internal.lexer;

/** The place of the next token in relation to a password, for {@link Credentials}. */
enum CredentialPlace {
    NOTHING,
    /** The token after IDENTIFIED. */
    BY,
    /** The token after PASSWORD: an equals sign, the password, or a clause about the password. */
    PASSWORD,
    /** The token after an option's name: an equals sign, else the word was no option. */
    EQUALS,
    /** The token after an option's name in an ALTER's SET: an equals sign or TO, else the word was no option. */
    ASSIGNED,
    /**
     * The token after an option's name at the begin of a list item: an equals sign or the value, else the word was no
     * option.
     */
    OPTION,
    /** A token after PASSWORD FOR: the user's name, up to an equals sign. */
    EQUALS_LATER,
    /** The token after a password in quotes: perhaps another password. */
    FURTHER,
    SECRET
}
