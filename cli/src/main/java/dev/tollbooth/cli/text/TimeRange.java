package dev.tollbooth.cli.text;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A range of time.
 *
 * @param sinceSeconds the first second, since 1970 UTC
 * @param untilSeconds the exclusive end
 */
public record TimeRange(long sinceSeconds, long untilSeconds) {

    /** The range without bounds. */
    public static final TimeRange ALL = new TimeRange(Long.MIN_VALUE, Long.MAX_VALUE);

    private static final Pattern AGO = Pattern.compile("-(\\d{1,9})([smhd])");
    private static final Pattern SECONDS = Pattern.compile("\\d{1,12}");

    /**
     * Returns the range from {@code since} to {@code until}; an empty text leaves an end open.
     *
     * @throws IllegalArgumentException if a text is not a time
     */
    public static TimeRange parse(String since, String until, Instant now, ZoneId zone) {
        return new TimeRange(
                since.isEmpty() ? Long.MIN_VALUE : seconds("--since", since, now, zone),
                until.isEmpty() ? Long.MAX_VALUE : seconds("--until", until, now, zone));
    }

    /** Returns the range of a single option with both ends; errors name {@code option}. */
    public static TimeRange parse(String option, String since, String until, Instant now, ZoneId zone) {
        return new TimeRange(
                since.isEmpty() ? Long.MIN_VALUE : seconds(option, since, now, zone),
                until.isEmpty() ? Long.MAX_VALUE : seconds(option, until, now, zone));
    }

    /** Returns whether the range contains the second. */
    public boolean contains(long epochSeconds) {
        return sinceSeconds <= epochSeconds && epochSeconds < untilSeconds;
    }

    private static long seconds(String option, String text, Instant now, ZoneId zone) {
        Matcher ago = AGO.matcher(text);
        try {
            if (ago.matches()) {
                return now.getEpochSecond() - Long.parseLong(ago.group(1)) * secondsIn(ago.group(2));
            } else if (SECONDS.matcher(text).matches()) {
                return Long.parseLong(text);
            } else if (text.matches("\\d\\d?:\\d\\d(:\\d\\d)?")) {
                String full = text.indexOf(':') == 1 ? "0" + text : text;
                return LocalTime.parse(full)
                        .atDate(LocalDate.ofInstant(now, zone))
                        .atZone(zone)
                        .toEpochSecond();
            } else if (text.matches("\\d{4}-\\d\\d-\\d\\d")) {
                return LocalDate.parse(text).atStartOfDay(zone).toEpochSecond();
            } else if (text.matches(".*(Z|[+-]\\d\\d(:?\\d\\d)?)") && text.indexOf('T') > 0) {
                return OffsetDateTime.parse(text).toEpochSecond();
            }
            return LocalDateTime.parse(text.replace(' ', 'T')).atZone(zone).toEpochSecond();
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "bad time: " + option + "=" + text
                            + ", use 2026-11-21T11:30:00Z, local time (2026-11-21T11:30 or 11:30),"
                            + " seconds since 1970, or -15m (s, m, h, d)",
                    e);
        }
    }

    private static long secondsIn(String unit) {
        return switch (unit) {
            case "s" -> 1;
            case "m" -> 60;
            case "h" -> 3_600;
            default -> 86_400;
        };
    }
}
