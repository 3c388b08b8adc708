package dev.tollbooth.jdbc;

/**
 * Who may read the SQL tables from outside of this JVM, and where.
 *
 * <p>Thread-safe: immutable.
 *
 * @param pgPort port of PostgreSQL's protocol on loopback; 0 is none
 * @param user who may connect; empty where there is no port
 * @param password that user's; empty where there is no port
 * @param truncate whether that user may empty the tables too
 */
public record SqlSettings(int pgPort, String user, String password, boolean truncate) {

    /**
     * Refuses a port without user and password.
     *
     * @throws SettingsException if one is missing: names the port
     */
    public SqlSettings {
        if (pgPort > 0 && (user.isEmpty() || password.isEmpty())) {
            throw new SettingsException("a port without " + (user.isEmpty() ? "user" : "password") + ": "
                    + Setting.SQL_PG_PORT.key + "=" + pgPort
                    + "; set both " + Setting.SQL_USER.key + " and " + Setting.SQL_PASSWORD.key);
        }
    }

    static SqlSettings of(SettingsLoader from) {
        return new SqlSettings(
                from.value(Setting.SQL_PG_PORT, Integer.class),
                from.value(Setting.SQL_USER, String.class),
                from.value(Setting.SQL_PASSWORD, String.class),
                from.value(Setting.SQL_TRUNCATE, Boolean.class));
    }

    /** Whether there is a port to open. */
    public boolean listens() {
        return pgPort > 0;
    }

    /** Returns everything but the password. */
    @Override
    public String toString() {
        return "SqlSettings[pgPort=" + pgPort + ", user=" + user + ", truncate=" + truncate + "]";
    }
}
