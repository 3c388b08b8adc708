package dev.tollbooth.console.model;

import java.util.Map;

/**
 * One run of one instance, by its reports.
 *
 * @param instance its name
 * @param bootId the id of this run
 * @param firstSecond begin of its first window
 * @param endSecond end of its last window
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
        Map<String, DroppedSums> dropped) {

    /** Copies the map. */
    public RunFigures {
        dropped = Map.copyOf(dropped);
    }
}
