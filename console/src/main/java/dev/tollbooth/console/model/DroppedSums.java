package dev.tollbooth.console.model;

import dev.tollbooth.proto.v1.DropCounter;

/**
 * The amount that was dropped for one reason.
 *
 * @param times the number of drops
 * @param keys the number of keys of request units
 * @param ru their request units
 * @param calls their executions
 */
public record DroppedSums(long times, long keys, double ru, long calls) {

    static DroppedSums of(DropCounter counter) {
        return new DroppedSums(counter.getTimes(), counter.getKeys(), counter.getRu(), counter.getExecCount());
    }
}
