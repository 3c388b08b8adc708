package dev.tollbooth.cli;

import dev.tollbooth.cli.text.TimeRange;
import java.time.Instant;
import java.time.ZoneId;
import picocli.CommandLine.Option;

/** The span of time that a command looks at. */
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
     * Returns what is asked for, from now and here.
     *
     * @throws IllegalArgumentException if a time is none; says how times are written
     */
    public TimeRange range() {
        return TimeRange.parse(since, until, Instant.now(), ZoneId.systemDefault());
    }
}
