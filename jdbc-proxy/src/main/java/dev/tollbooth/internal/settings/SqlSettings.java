package dev.tollbooth.internal.settings;

import dev.tollbooth.jdbc.SettingsException;

/**
 * The port and the user for reading the SQL tables from outside of this JVM.
 *
 * <p>Thread-safe: immutable.
 *
 * @param port the port of PostgreSQL's protocol on loopback; 0 for none
 * @param user the user and its permissions; empty without a port
 * @param password that user's password; empty without a port
 */
public record SqlSettings(int port, String user, String password) {

    private static final String TRUNCATE = ":truncate";

    /**
     * Rejects a port without user and password.
     *
     * @throws SettingsException if one is missing; the message names the port
     */
    public SqlSettings {
        if (port > 0 && (user.isEmpty() || password.isEmpty())) {
            throw new SettingsException("a port without " + (user.isEmpty() ? "user" : "password") + ": "
                    + Setting.SQL_LISTEN.key + "=" + port
                    + "; set both " + Setting.SQL_USER.key + " and " + Setting.SQL_PASSWORD.key);
        }
    }

    static SqlSettings of(SettingsLoader from) {
        return new SqlSettings(
                from.value(Setting.SQL_LISTEN, ListenAddress.class).port(),
                from.value(Setting.SQL_USER, String.class),
                from.value(Setting.SQL_PASSWORD, String.class));
    }

    /** Returns the user's name without permissions. */
    public String userName() {
        return mayTruncate() ? user.substring(0, user.length() - TRUNCATE.length()) : user;
    }

    /** Returns whether the user may empty tables. */
    public boolean mayTruncate() {
        return user.endsWith(TRUNCATE);
    }

    /** Returns whether there is a port to open. */
    public boolean listens() {
        return port > 0;
    }

    /** Returns everything but the password. */
    @Override
    public String toString() {
        return "SqlSettings[port=" + port + ", user=" + user + "]";
    }
}
