package dev.tollbooth.cli.report;

import dev.tollbooth.proto.tipb.TopRURecordItem;

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

    double ru() {
        return ru;
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
