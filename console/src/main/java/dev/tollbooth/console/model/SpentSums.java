package dev.tollbooth.console.model;

import dev.tollbooth.proto.tipb.TopRURecordItem;
import dev.tollbooth.proto.v1.RuOriginItem;

/**
 * What somebody spent over some time.
 *
 * @param ru request units; of the executions that {@code unknown} does not count
 * @param calls executions
 * @param nanos their time
 * @param unknown executions whose request units nobody told
 */
public record SpentSums(double ru, long calls, long nanos, long unknown) {

    static final SpentSums NONE = new SpentSums(0, 0, 0, 0);

    SpentSums plus(TopRURecordItem item) {
        return plus(new SpentSums(
                item.getTotalRu(),
                item.getExecCount(),
                item.getExecDuration(),
                item.getUnknownCount() + item.getOffCount()));
    }

    static SpentSums of(RuOriginItem item) {
        return new SpentSums(
                item.getTotalRu(),
                item.getExecCount(),
                item.getExecDuration(),
                item.getUnknownCount() + item.getOffCount());
    }

    SpentSums plus(SpentSums other) {
        return new SpentSums(ru + other.ru, calls + other.calls, nanos + other.nanos, unknown + other.unknown);
    }
}
