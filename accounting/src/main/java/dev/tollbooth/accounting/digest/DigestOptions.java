package dev.tollbooth.accounting.digest;

/**
 * What a user may set of the digests.
 *
 * @param maxTextLength bytes of UTF-8 at which the shown text is cut, and characters above which SQL is not cached
 * @param backslashEscapes whether a backslash escapes in strings of the MySQL family (not under NO_BACKSLASH_ESCAPES)
 * @param tidbVersion the server whose rules count in the MySQL family
 */
public record DigestOptions(int maxTextLength, boolean backslashEscapes, TidbVersion tidbVersion) {

    /** 4 KiB of text, backslashes escape, the current rules. */
    public static final DigestOptions DEFAULT = new DigestOptions(4096, true, TidbVersion.CURRENT);

    /** Refuses a length under 16, which could not hold the mark of a cut. */
    public DigestOptions {
        if (maxTextLength < 16) {
            throw new IllegalArgumentException(
                    "digest.max-text-length out of range: value=" + maxTextLength + ", allowed is 16 and more");
        }
    }
}
