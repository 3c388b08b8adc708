package dev.tollbooth.internal.control;

import java.util.HexFormat;

/**
 * A filter that cuts long names that come from outside: users, origins, schemas, databases, sources. Anyone who can log
 * in chooses such names, and each is kept in many places.
 *
 * <p>Thread-safe: stateless.
 */
public final class NameLimit {

    /** The longest name in characters. */
    public static final int MAX_LENGTH = 256;

    private static final char CUT = '~';

    /** The hexadecimal digits of a 32-bit hash. */
    private static final int HASH_LENGTH = 8;

    private NameLimit() {}

    /**
     * Returns {@code name}, cut if it is too long. A cut name ends with {@code ~} and a hash of the whole in eight
     * hexadecimal digits, so names with the same beginning differ.
     */
    public static String cut(String name) {
        if (name.length() <= MAX_LENGTH) {
            return name;
        }
        int end = MAX_LENGTH - 1 - HASH_LENGTH;
        if (Character.isHighSurrogate(name.charAt(end - 1))) {
            end--;
        }
        return name.substring(0, end) + CUT + HexFormat.of().toHexDigits(name.hashCode());
    }
}
