package dev.tollbooth.cli.report;

import dev.tollbooth.proto.tipb.TopRURecordItem;
import dev.tollbooth.proto.v1.RuOriginItem;
import dev.tollbooth.report.RuItem;
import org.jspecify.annotations.Nullable;

/**
 * What the items of request units add up to.
 *
 * <p>Not thread-safe.
 */
final class RuSums {

    private double ru;
    private long executions;
    private long nanos;
    private long unknown;
    private long firstSecond = Long.MAX_VALUE;
    private long lastSecond = Long.MIN_VALUE;

    void add(TopRURecordItem item) {
        ru += item.getTotalRu();
        executions += item.getExecCount();
        nanos += item.getExecDuration();
        unknown += item.getUnknownCount() + item.getOffCount();
        firstSecond = Math.min(firstSecond, item.getTimestampSec());
        lastSecond = Math.max(lastSecond, item.getTimestampSec());
    }

    void add(RuOriginItem item) {
        add(TopRURecordItem.newBuilder()
                .setTimestampSec(item.getTimestampSec())
                .setTotalRu(item.getTotalRu())
                .setExecCount(item.getExecCount())
                .setExecDuration(item.getExecDuration())
                .setUnknownCount(item.getUnknownCount())
                .setOffCount(item.getOffCount())
                .build());
    }

    /** Returns the request units, null where those of no execution are known. */
    @Nullable
    Double ru() {
        boolean none = new RuItem(firstSecond, ru, executions, nanos, unknown, 0).isUnknown();
        return none ? null : Double.valueOf(ru);
    }

    long executions() {
        return executions;
    }

    long nanos() {
        return nanos;
    }

    /** Returns the executions whose request units are not known, or that had none to know. */
    long unknown() {
        return unknown;
    }

    long firstSecond() {
        return firstSecond;
    }

    long lastSecond() {
        return lastSecond;
    }
}
