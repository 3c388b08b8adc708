package dev.tollbooth.console.model;

import dev.tollbooth.proto.v1.DropCounter;

/**
 * How much was dropped for one reason.
 *
 * @param times how often
 * @param keys how many keys of request units
 * @param ru their request units
 * @param calls their executions
 */
public record DroppedSums(long times, long keys, double ru, long calls) {

    static DroppedSums of(DropCounter counter) {
        return new DroppedSums(counter.getTimes(), counter.getKeys(), counter.getRu(), counter.getExecCount());
    }
}
