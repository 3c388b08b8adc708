package dev.tollbooth.internal.metrics;

import org.jspecify.annotations.Nullable;

/**
 * Which series of statements a reader wants.
 *
 * @param byDigest a series for each digest, with its text; else one for each summary, which many may share
 * @param top how many statements have series of their own, 1 to {@value #MAX_TOP}
 */
public record SeriesChoice(boolean byDigest, int top) {

    /** The most series: as many as rows by default. */
    public static final int MAX_TOP = 10_000;

    /** By summary, the top 100. */
    public static final SeriesChoice DEFAULT = new SeriesChoice(false, 100);

    /**
     * Checks {@code top}.
     *
     * @throws IllegalArgumentException if it is too small or too large
     */
    public SeriesChoice {
        if (top < 1 || top > MAX_TOP) {
            throw new IllegalArgumentException("no such number of series: top=" + top + ", use 1 to " + MAX_TOP);
        }
    }

    /**
     * Reads {@code by=digest&top=1000}, any part of it, or nothing.
     *
     * @param query as in a URL; null is nothing
     * @throws IllegalArgumentException if there is anything else: says what is allowed, not what there was
     */
    public static SeriesChoice parse(@Nullable String query) {
        boolean byDigest = DEFAULT.byDigest;
        int top = DEFAULT.top;
        for (String part : query == null || query.isEmpty() ? new String[0] : query.split("&", -1)) {
            if (part.equals("by=digest") || part.equals("by=summary")) {
                byDigest = part.endsWith("digest");
            } else if (part.matches("top=[0-9]{1,5}")) {
                top = Integer.parseInt(part.substring("top=".length()));
            } else {
                throw new IllegalArgumentException(
                        "no such choice of series; use by=summary or by=digest, and top=1 to " + MAX_TOP);
            }
        }
        return new SeriesChoice(byDigest, top);
    }
}
