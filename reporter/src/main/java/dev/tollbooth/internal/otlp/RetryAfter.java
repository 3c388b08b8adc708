package dev.tollbooth.internal.otlp;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/** The header by which a server asks for a later retry: seconds, or a date. */
final class RetryAfter {

    private static final long MAX_SECONDS = 86_400;

    private RetryAfter() {}

    /** Returns the time to wait, a day at most; {@code otherwise} if {@code value} is invalid. */
    static long nanos(String value, long otherwise) {
        String text = value.strip();
        if (text.matches("[0-9]{1,9}")) {
            return Duration.ofSeconds(Math.min(MAX_SECONDS, Long.parseLong(text)))
                    .toNanos();
        }
        try {
            Instant then = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            long seconds = Duration.between(Instant.now(), then).toSeconds() + 1;
            return Duration.ofSeconds(Math.max(0, Math.min(MAX_SECONDS, seconds)))
                    .toNanos();
        } catch (DateTimeException e) {
            return otherwise;
        }
    }
}
