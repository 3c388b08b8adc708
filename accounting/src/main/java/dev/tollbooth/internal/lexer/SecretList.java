package dev.tollbooth.internal.lexer;

/**
 * A list in parentheses with secret values: DuckDB's {@code CREATE SECRET (KEY_ID x, SECRET y)}, Snowflake's and SQL
 * Server's {@code CREDENTIAL = (IDENTITY = 'x', SECRET = 'y')}. Not thread-safe.
 */
final class SecretList {

    private boolean ofSecret;
    private boolean open;

    void begin() {
        ofSecret = false;
        open = false;
    }

    /** Records whether the created object is a secret; {@code word} is its kind or a word before its kind. */
    void takesKind(String word) {
        ofSecret |= word.equals("secret");
    }

    /** Handles the parenthesis after an option's name and equals sign; returns whether it opens a list. */
    boolean takesOpen(String option) {
        open = option.contains("credential");
        return open;
    }

    void takesClose() {
        open = false;
    }

    /** Returns whether a list of credentials is open, in which an equals sign follows each name. */
    boolean isOpen() {
        return open;
    }

    /** Returns whether an item of the list begins with {@code name} and has a secret value. */
    boolean hasItem(String name) {
        return ofSecret && !name.equals("type") && !name.equals("provider");
    }
}
