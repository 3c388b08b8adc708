package dev.tollbooth.statement;

/**
 * The SQL text of one execution as the application wrote it, literals included; kept only with {@code samples=on}.
 *
 * @param text the SQL text, at most 1,024 characters
 * @param seenEpochMillis the end of the execution, milliseconds since 1970 UTC
 * @param elapsedNanos the execution's latency in nanoseconds
 * @param planDigest the execution's plan, {@link Sha256#NONE} if it was unknown at the end
 */
public record QuerySample(String text, long seenEpochMillis, long elapsedNanos, Sha256 planDigest) {

    /** The most characters of a text that are kept. */
    public static final int MAX_LENGTH = 1_024;

    /**
     * Cuts {@code text} to {@link #MAX_LENGTH}, not within a surrogate pair.
     *
     * @param text SQL text of any length
     * @param seenEpochMillis the end of the execution, milliseconds since 1970 UTC
     * @param elapsedNanos the execution's latency in nanoseconds
     * @param planDigest the execution's plan, {@link Sha256#NONE} if it was unknown at the end
     */
    public QuerySample {
        if (text.length() > MAX_LENGTH) {
            int end = Character.isHighSurrogate(text.charAt(MAX_LENGTH - 1)) ? MAX_LENGTH - 1 : MAX_LENGTH;
            text = text.substring(0, end);
        }
    }
}
