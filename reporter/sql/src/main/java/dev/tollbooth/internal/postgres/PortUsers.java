package dev.tollbooth.internal.postgres;

import java.security.SecureRandom;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The users of a port, with secrets that check their passwords.
 *
 * <p>Thread-safe.
 */
public final class PortUsers {

    private static final int SECRET_BYTES = 32;

    private final String database;
    private final Map<String, ScramSecret> secrets = new ConcurrentHashMap<>();
    private final byte[] doorSecret = new byte[SECRET_BYTES];

    /** Makes an empty list for a database with the name {@code database}. */
    public PortUsers(String database) {
        this.database = database;
        new SecureRandom().nextBytes(doorSecret);
    }

    /** Adds a user; the name is case-insensitive. */
    public void add(String user, String password) {
        secrets.put(user.toLowerCase(Locale.ROOT), ScramSecret.of(password));
    }

    /**
     * Returns the secret that checks the user's password; for an unknown user, a secret that rejects every password.
     */
    ScramSecret secretOf(String user) {
        ScramSecret known = secrets.get(user.toLowerCase(Locale.ROOT));
        return known == null ? ScramSecret.ofNobody(user, doorSecret) : known;
    }

    String database() {
        return database;
    }
}
