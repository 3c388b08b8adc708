package dev.tollbooth.internal.digest;

import dev.tollbooth.internal.control.PrintableText;

/**
 * The version of a TiDB server, as far as digests depend on it.
 *
 * @param major the first part
 * @param minor the second part
 * @param patch the third part
 */
public record TidbVersion(int major, int minor, int patch) implements Comparable<TidbVersion> {

    /** The version that stands for all current rules. */
    public static final TidbVersion CURRENT = new TidbVersion(Integer.MAX_VALUE, 0, 0);

    private static final TidbVersion OLDEST = new TidbVersion(0, 0, 0);
    private static final TidbVersion MERGES_CHARSET_LISTS = new TidbVersion(8, 5, 3);
    private static final TidbVersion MERGES_ROWS = new TidbVersion(7, 2, 0);
    private static final TidbVersion DROPS_SEMICOLON = new TidbVersion(7, 3, 0);

    /** Rejects negative parts. */
    public TidbVersion {
        if (major < 0 || minor < 0 || patch < 0) {
            throw new IllegalArgumentException(
                    "negative part of a version: major=" + major + " minor=" + minor + " patch=" + patch);
        }
    }

    /**
     * Returns the version in a text such as {@code 8.5.3}, {@code v7.5} or {@code 8.0.11-TiDB-v8.5.3} (a server's
     * product version).
     *
     * @throws IllegalArgumentException if the text has no such version
     */
    public static TidbVersion parse(String text) {
        int marker = text.indexOf("TiDB-v");
        int at = marker >= 0 ? marker + 6 : text.startsWith("v") ? 1 : 0;
        int[] parts = new int[3];
        int count = 0;
        while (count < 3) {
            int begin = at;
            while (at < text.length() && at - begin < 6 && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
                parts[count] = parts[count] * 10 + text.charAt(at++) - '0';
            }
            if (at == begin) {
                break;
            }
            count++;
            if (at >= text.length() || text.charAt(at) != '.') {
                break;
            }
            at++;
        }
        if (count < 2) {
            throw new IllegalArgumentException("not a TiDB version: tidb-version=" + PrintableText.escape(text)
                    + ", write it as major.minor.patch, such as 8.5.3");
        }
        return new TidbVersion(parts[0], parts[1], parts[2]);
    }

    @Override
    public int compareTo(TidbVersion other) {
        int order = Integer.compare(major, other.major);
        if (order == 0) {
            order = Integer.compare(minor, other.minor);
        }
        return order == 0 ? Integer.compare(patch, other.patch) : order;
    }

    /** Returns the version that stands for all versions with the same digest rules, one of four. */
    TidbVersion rules() {
        if (mergesCharsetLists()) {
            return CURRENT;
        }
        return dropsSemicolon() ? DROPS_SEMICOLON : mergesRows() ? MERGES_ROWS : OLDEST;
    }

    /** Returns whether literals with a character set introducer merge into a list (since 8.5.3). */
    boolean mergesCharsetLists() {
        return compareTo(MERGES_CHARSET_LISTS) >= 0;
    }

    /** Returns whether the rows of VALUES merge (since 7.2). */
    boolean mergesRows() {
        return compareTo(MERGES_ROWS) >= 0;
    }

    /** Returns whether a semicolon at the end is dropped (since 7.3). */
    boolean dropsSemicolon() {
        return compareTo(DROPS_SEMICOLON) >= 0;
    }

    @Override
    public String toString() {
        return equals(CURRENT) ? "current" : major + "." + minor + "." + patch;
    }
}
