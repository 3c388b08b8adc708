package dev.tollbooth.report;

/**
 * The cost of one record within one item's time, {@code [startEpochSeconds, startEpochSeconds + width)}.
 *
 * @param startEpochSeconds seconds since 1970 UTC, a multiple of the item's width
 * @param ru request units of this item, not running
 * @param execCount executions that began
 * @param execDurationNanos nanoseconds of execution and fetch
 * @param unknownCount executions whose request units the source could not tell
 * @param offCount executions with nothing to read request units from
 */
public record RuItem(
        long startEpochSeconds, double ru, long execCount, long execDurationNanos, long unknownCount, long offCount) {

    /** {@return whether the request units of none of its executions are known, so that 0 would be a lie} */
    public boolean isUnknown() {
        long unknown = unknownCount + offCount;
        return ru == 0 && unknown > 0 && unknown >= execCount;
    }
}
