package dev.tollbooth.internal.digest;

/**
 * How digests are made, beside the dialect.
 *
 * @param maxTextLength bytes of UTF-8 at which the shown text is cut, and characters above which SQL is not cached
 * @param backslashEscapes whether a backslash escapes in strings of the MySQL family (not under NO_BACKSLASH_ESCAPES)
 * @param tidbVersion the server whose rules count in the MySQL family
 * @param masksNameDigits whether digits of names count as one {@code #}, for tables that a program numbers
 */
public record DigestOptions(
        int maxTextLength, boolean backslashEscapes, TidbVersion tidbVersion, boolean masksNameDigits) {

    /** 4 KiB of text, backslashes escape, the current rules. */
    public static final DigestOptions DEFAULT = new DigestOptions(4096, true, TidbVersion.CURRENT);

    /** Refuses a length under 16, which could not hold the mark of a cut. */
    public DigestOptions {
        if (maxTextLength < 16) {
            throw new IllegalArgumentException(
                    "length of shown text out of range: value=" + maxTextLength + ", allowed is 16 and more");
        }
    }

    /** Makes options by which names count with their digits. */
    public DigestOptions(int maxTextLength, boolean backslashEscapes, TidbVersion tidbVersion) {
        this(maxTextLength, backslashEscapes, tidbVersion, false);
    }

    /** Returns these options, but that digits of names count as they are, or not. */
    public DigestOptions maskingNameDigits(boolean masked) {
        return new DigestOptions(maxTextLength, backslashEscapes, tidbVersion, masked);
    }

    /** Returns these options with the rules of that server; versions with the same rules give equal options. */
    public DigestOptions forTidb(TidbVersion version) {
        return new DigestOptions(maxTextLength, backslashEscapes, version.rules(), masksNameDigits);
    }

    /** Returns these options for strings of the MySQL family in which a backslash is a character. */
    public DigestOptions withoutBackslashEscapes() {
        return new DigestOptions(maxTextLength, false, tidbVersion, masksNameDigits);
    }
}
