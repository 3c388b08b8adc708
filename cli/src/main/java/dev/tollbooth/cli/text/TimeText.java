package dev.tollbooth.cli.text;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** A formatter of times for people, in a time zone. */
public final class TimeText {

    private static final DateTimeFormatter DAY_AND_TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private final ZoneId zone;

    /** Makes a formatter for {@code zone}. */
    public TimeText(ZoneId zone) {
        this.zone = zone;
    }

    /**
     * Returns the start and end of a range. The end has a day only if it differs from that of the start.
     *
     * @param fromSecond seconds since 1970 UTC
     * @param toSecond seconds since 1970 UTC
     */
    public String range(long fromSecond, long toSecond) {
        ZonedDateTime from = at(fromSecond);
        ZonedDateTime to = at(toSecond);
        boolean sameDay = from.toLocalDate().equals(to.toLocalDate());
        return DAY_AND_TIME.format(from) + " to " + (sameDay ? TIME : DAY_AND_TIME).format(to);
    }

    /** Returns the time without its day. */
    public String time(long second) {
        return TIME.format(at(second));
    }

    private ZonedDateTime at(long second) {
        return Instant.ofEpochSecond(second).atZone(zone);
    }
}
