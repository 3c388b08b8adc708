package dev.tollbooth.console.model;

import dev.tollbooth.proto.v1.DropCounter;
import java.util.Map;

/**
 * One run of an instance, as its reports describe it.
 *
 * @param instance the instance's name
 * @param bootId the id of this run
 * @param firstSecond the start of its first window, in seconds since 1970 UTC
 * @param endSecond the end of its last window, in seconds since 1970 UTC
 * @param reports the number of reports read
 * @param missing the number of missing reports between the first and the last
 * @param dropped the drops since the run began, by reason
 */
public record RunFigures(
        String instance,
        String bootId,
        long firstSecond,
        long endSecond,
        long reports,
        long missing,
        Map<String, DropCounter> dropped) {

    /** Copies the map. */
    public RunFigures {
        dropped = Map.copyOf(dropped);
    }
}
