package dev.tollbooth.internal.settings;

import dev.tollbooth.jdbc.SettingsException;

/**
 * The port and the user for reading the SQL tables from outside of this JVM.
 *
 * <p>Thread-safe: immutable.
 *
 * @param port port of PostgreSQL's protocol on loopback; 0 is none
 * @param user who may connect, with what that one may do besides; empty where there is no port
 * @param password that user's; empty where there is no port
 */
public record SqlSettings(int port, String user, String password) {

    private static final String TRUNCATE = ":truncate";

    /**
     * Refuses a port without user and password.
     *
     * @throws SettingsException if one is missing: names the port
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

    /** Returns the name alone. */
    public String userName() {
        return mayTruncate() ? user.substring(0, user.length() - TRUNCATE.length()) : user;
    }

    /** Whether that user may empty tables. */
    public boolean mayTruncate() {
        return user.endsWith(TRUNCATE);
    }

    /** Whether there is a port to open. */
    public boolean listens() {
        return port > 0;
    }

    /** Returns everything but the password. */
    @Override
    public String toString() {
        return "SqlSettings[port=" + port + ", user=" + user + "]";
    }
}
