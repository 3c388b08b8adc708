package dev.tollbooth.cli;

import dev.tollbooth.cli.text.TimeRange;
import java.time.Instant;
import java.time.ZoneId;
import picocli.CommandLine.Option;

/** The options for a span of time. */
public final class TimeOptions {

    @Option(
            names = "--since",
            paramLabel = "T",
            description =
                    "2026-11-21T11:30:00Z, local time (2026-11-21T11:30 or 11:30), Unix seconds, or an offset (-15m).")
    private String since = "";

    @Option(names = "--until", paramLabel = "T", description = "End of the range, exclusive; same formats as --since.")
    private String until = "";

    /**
     * Returns the range, relative to now and the local zone.
     *
     * @throws IllegalArgumentException if a time is invalid; the message has the allowed forms
     */
    public TimeRange range() {
        return TimeRange.parse(since, until, Instant.now(), ZoneId.systemDefault());
    }
}
