package dev.tollbooth.internal.postgres;

import java.security.SecureRandom;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The users of a port, without their passwords.
 *
 * <p>Thread-safe.
 */
public final class PortUsers {

    private static final int SECRET_BYTES = 32;

    private final String database;
    private final Map<String, ScramSecret> secrets = new ConcurrentHashMap<>();
    private final byte[] doorSecret = new byte[SECRET_BYTES];

    /** No users yet of a database that clients call {@code database}. */
    public PortUsers(String database) {
        this.database = database;
        new SecureRandom().nextBytes(doorSecret);
    }

    /** Adds a user; upper and lower case of the name are the same. */
    public void add(String user, String password) {
        secrets.put(user.toLowerCase(Locale.ROOT), ScramSecret.of(password));
    }

    /** Returns what checks the user's password; for a user who is not there, what no password passes. */
    ScramSecret secretOf(String user) {
        ScramSecret known = secrets.get(user.toLowerCase(Locale.ROOT));
        return known == null ? ScramSecret.ofNobody(user, doorSecret) : known;
    }

    String database() {
        return database;
    }
}
