package dev.tollbooth.internal.digest;

/**
 * The options that determine a digest besides the dialect.
 *
 * @param maxTextLength bytes of UTF-8 at which the shown text is cut, and characters above which SQL is not cached
 * @param backslashEscapes whether a backslash escapes in strings of the MySQL family (not under
 *     NO_BACKSLASH_ESCAPES)
 * @param tidbVersion the server version whose rules apply in the MySQL family
 * @param masksNameDigits whether each run of digits in a name becomes one {@code #}, for tables that a program numbers
 */
public record DigestOptions(
        int maxTextLength, boolean backslashEscapes, TidbVersion tidbVersion, boolean masksNameDigits) {

    /**
     * The default options: a text is cut at 4,096 bytes, a backslash escapes, and TiDB's rules of {@link
     * TidbVersion#CURRENT} apply.
     */
    public static final DigestOptions DEFAULT = new DigestOptions(4096, true, TidbVersion.CURRENT);

    /** Rejects a length under 16, which has no room for the mark of a cut. */
    public DigestOptions {
        if (maxTextLength < 16) {
            throw new IllegalArgumentException(
                    "length of shown text out of range: value=" + maxTextLength + ", allowed is 16 and more");
        }
    }

    /** Makes options that keep the digits of names. */
    public DigestOptions(int maxTextLength, boolean backslashEscapes, TidbVersion tidbVersion) {
        this(maxTextLength, backslashEscapes, tidbVersion, false);
    }

    /** Returns these options with or without masked digits in names. */
    public DigestOptions maskingNameDigits(boolean masked) {
        return new DigestOptions(maxTextLength, backslashEscapes, tidbVersion, masked);
    }

    /** Returns these options with the rules of that server version; versions with the same rules give equal options. */
    public DigestOptions forTidb(TidbVersion version) {
        return new DigestOptions(maxTextLength, backslashEscapes, version.rules(), masksNameDigits);
    }

    /** Returns these options for strings of the MySQL family in which a backslash does not escape. */
    public DigestOptions withoutBackslashEscapes() {
        return new DigestOptions(maxTextLength, false, tidbVersion, masksNameDigits);
    }
}
