package dev.tollbooth.internal.lexer;

/**
 * A list in parentheses all of whose values are secret: DuckDB's {@code CREATE SECRET (KEY_ID x, SECRET y)}, Snowflake's and SQL
 * Server's {@code CREDENTIAL = (IDENTITY = 'x', SECRET = 'y')}. Not thread-safe.
 */
final class SecretList {

    private boolean ofSecret;
    private boolean open;

    void begin() {
        ofSecret = false;
        open = false;
    }

    /** Takes the kind of what a statement creates. */
    void takesKind(String word) {
        ofSecret |= word.equals("secret");
    }

    /** Takes the parenthesis behind an option's name and equals sign; returns whether it opens a list. */
    boolean takesOpen(String option) {
        open = option.contains("credential");
        return open;
    }

    void takesClose() {
        open = false;
    }

    /** Whether the list is one whose names all stand before an equals sign. */
    boolean isOpen() {
        return open;
    }

    /** Whether an item of the list begins with {@code name} and has a secret value. */
    boolean hasItem(String name) {
        return ofSecret && !name.equals("type") && !name.equals("provider");
    }
}
