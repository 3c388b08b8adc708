package dev.tollbooth.console.model;

import java.util.Map;

/**
 * One run of one instance, as reports tell of it.
 *
 * @param instance its name
 * @param bootId of this run
 * @param firstSecond begin of its first window
 * @param endSecond end of its last window
 * @param reports how many were read
 * @param missing how many between the first and the last are not there
 * @param dropped what was dropped since the run began, by reason
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
