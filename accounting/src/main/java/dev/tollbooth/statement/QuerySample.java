package dev.tollbooth.statement;

/**
 * One execution's SQL text as the application wrote it, literals included; kept only where {@code samples=on}.
 *
 * @param text the SQL text, at most 1,024 characters
 * @param seenEpochMillis when it ended, milliseconds since 1970 UTC
 * @param elapsedNanos its latency in nanoseconds
 * @param planDigest the plan that it ran in, {@link Sha256#NONE} where that was not known when it ended
 */
public record QuerySample(String text, long seenEpochMillis, long elapsedNanos, Sha256 planDigest) {

    /** The most characters of a text that are kept. */
    public static final int MAX_LENGTH = 1_024;

    /**
     * Cuts {@code text} to {@link #MAX_LENGTH}, not within a surrogate pair.
     *
     * @param text of any length
     * @param seenEpochMillis when it ended, milliseconds since 1970 UTC
     * @param elapsedNanos its latency in nanoseconds
     * @param planDigest the plan that it ran in, {@link Sha256#NONE} where that was not known when it ended
     */
    public QuerySample {
        if (text.length() > MAX_LENGTH) {
            int end = Character.isHighSurrogate(text.charAt(MAX_LENGTH - 1)) ? MAX_LENGTH - 1 : MAX_LENGTH;
            text = text.substring(0, end);
        }
    }
}
