package dev.tollbooth.internal.metrics;

import org.jspecify.annotations.Nullable;

/**
 * A reader's choice of series of statements.
 *
 * @param byDigest whether each digest has a series, with its text; otherwise each summary has one, which many digests
 *     may share
 * @param top the number of statements with series of their own, 1 to {@value #MAX_TOP}
 */
public record SeriesChoice(boolean byDigest, int top) {

    /** The most statements with series of their own: as many as the statement table has by default. */
    public static final int MAX_TOP = 10_000;

    /** The default: by summary, the top 100. */
    public static final SeriesChoice DEFAULT = new SeriesChoice(false, 100);

    /**
     * Checks {@code top}.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public SeriesChoice {
        if (top < 1 || top > MAX_TOP) {
            throw new IllegalArgumentException("no such number of series: top=" + top + ", use 1 to " + MAX_TOP);
        }
    }

    /**
     * Parses a query such as {@code by=digest&top=1000}. Missing parts have the values of {@link #DEFAULT}.
     *
     * @param query a query as in a URL; null for none
     * @throws IllegalArgumentException if the query has any other form; the message says the allowed form and repeats
     *     nothing of the query
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
