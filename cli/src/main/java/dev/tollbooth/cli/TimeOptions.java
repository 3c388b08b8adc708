package dev.tollbooth.cli;

import dev.tollbooth.console.model.TimeSpan;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** The options for a span of time. */
public final class TimeOptions {

    private static final Pattern AGO = Pattern.compile("-(\\d{1,9})([smhd])");
    private static final Pattern SECONDS = Pattern.compile("\\d{1,12}");
    private static final String DOTS = "..";

    @Option(
            names = "--since",
            paramLabel = "T",
            description =
                    "2026-11-21T11:30:00Z, local time (2026-11-21T11:30 or 11:30), Unix seconds, or an offset (-15m).")
    private String since = "";

    @Option(names = "--until", paramLabel = "T", description = "End of the range, exclusive; same formats as --since.")
    private String until = "";

    /**
     * Returns the span, relative to now and the local zone.
     *
     * @throws IllegalArgumentException if a time is invalid; the message has the allowed forms
     */
    public TimeSpan span() {
        return new TimeSpan(
                since.isEmpty() ? TimeSpan.ALL.sinceSeconds() : seconds("--since", since),
                until.isEmpty() ? TimeSpan.ALL.untilSeconds() : seconds("--until", until));
    }

    /**
     * Returns the span of an option that has both ends, as {@code T..T}; an empty time leaves an end open.
     *
     * @throws IllegalArgumentException if a time is invalid, or the dots are missing
     */
    public static TimeSpan span(String option, String text) {
        int dots = text.indexOf(DOTS);
        if (dots < 0) {
            throw new IllegalArgumentException(
                    "bad time: " + option + "=" + text + ", give T..T, such as 09:00..10:00 or -1h..");
        }
        String end = text.substring(dots + DOTS.length());
        return new TimeSpan(
                dots == 0 ? TimeSpan.ALL.sinceSeconds() : seconds(option, text.substring(0, dots)),
                end.isEmpty() ? TimeSpan.ALL.untilSeconds() : seconds(option, end));
    }

    private static long seconds(String option, String text) {
        ZoneId zone = ZoneId.systemDefault();
        Matcher ago = AGO.matcher(text);
        try {
            if (ago.matches()) {
                String days = ago.group(2).equals("d") ? "P" : "PT";
                return Instant.now().getEpochSecond()
                        - Duration.parse(days + ago.group(1) + ago.group(2)).toSeconds();
            } else if (SECONDS.matcher(text).matches()) {
                return Long.parseLong(text);
            } else if (text.matches("\\d\\d?:\\d\\d(:\\d\\d)?")) {
                String full = text.indexOf(':') == 1 ? "0" + text : text;
                return LocalTime.parse(full)
                        .atDate(LocalDate.now(zone))
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
}
