package dev.tollbooth.cli.text;

import dev.tollbooth.shaded.protobuf.ByteString;
import java.util.HexFormat;
import java.util.Locale;
import java.util.NavigableSet;
import org.jspecify.annotations.Nullable;

/** A formatter of digests for people. */
public final class Hex {

    private static final int SHORT = 8;
    private static final int SHOWN = 5;

    private Hex() {}

    /** Returns the whole digest in hex. */
    public static String of(ByteString bytes) {
        return HexFormat.of().formatHex(bytes.toByteArray());
    }

    /** Returns the first {@value #SHORT} digits, which are enough to distinguish digests in a table. */
    public static String shortened(String hex) {
        return hex.substring(0, Math.min(SHORT, hex.length()));
    }

    /**
     * Returns the first digits of a digest, as an argument gives them, in lower case.
     *
     * @param name the name of the argument
     * @param command the command that shows digests
     * @throws IllegalArgumentException if {@code digits} is not hexadecimal
     */
    public static String prefix(String name, String digits, String command) {
        if (!digits.matches("[0-9a-fA-F]{1,64}")) {
            throw new IllegalArgumentException("not a digest: " + name + "=" + digits
                    + ", give its first hexadecimal digits, as " + command + " shows");
        }
        return digits.toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the only one of the digests that begin with {@code prefix}; null if there is none.
     *
     * @throws IllegalArgumentException if there are several
     */
    public static @Nullable String only(String prefix, NavigableSet<String> found) {
        if (found.size() > 1) {
            throw new IllegalArgumentException("ambiguous digest: digest=" + prefix + ", matches=" + found.size() + " ("
                    + String.join(", ", found.stream().limit(SHOWN).toList()) + "), give more digits");
        }
        return found.isEmpty() ? null : found.first();
    }
}
