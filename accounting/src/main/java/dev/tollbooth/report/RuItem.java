package dev.tollbooth.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The cost of one record within one item's time, {@code [startEpochSeconds, startEpochSeconds + width)}.
 *
 * @param startEpochSeconds seconds since 1970 UTC, a multiple of the item's width
 * @param ru request units spent within this item's time
 * @param execCount executions that began within the item
 * @param execDurationNanos nanoseconds of execution and fetch
 * @param unknownCount executions whose request units the source could not determine
 * @param offCount executions on servers without request units
 * @param origins the parts by origin with {@code tollbooth.topru.by-origin=on}: four by name, the most expensive first,
 *     {@code (other)}, and an empty name for none. They add up to the item. Empty without that setting, and in the
 *     parts themselves
 */
public record RuItem(
        long startEpochSeconds,
        double ru,
        long execCount,
        long execDurationNanos,
        long unknownCount,
        long offCount,
        Map<String, RuItem> origins) {

    /**
     * Copies the origins, in their order.
     *
     * @param startEpochSeconds seconds since 1970 UTC
     * @param ru request units
     * @param execCount executions
     * @param execDurationNanos nanoseconds of execution and fetch
     * @param unknownCount executions whose request units the source could not determine
     * @param offCount executions on servers without request units
     * @param origins the request units of each origin
     */
    public RuItem {
        origins = origins.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(origins));
    }

    /**
     * An item without parts by origin.
     *
     * @param startEpochSeconds seconds since 1970 UTC
     * @param ru request units
     * @param execCount executions
     * @param execDurationNanos nanoseconds of execution and fetch
     * @param unknownCount executions whose request units the source could not determine
     * @param offCount executions on servers without request units
     */
    public RuItem(
            long startEpochSeconds,
            double ru,
            long execCount,
            long execDurationNanos,
            long unknownCount,
            long offCount) {
        this(startEpochSeconds, ru, execCount, execDurationNanos, unknownCount, offCount, Map.of());
    }

    /** {@return whether the request units of none of its executions are known, so that 0 would be wrong} */
    public boolean isUnknown() {
        long unknown = unknownCount + offCount;
        return ru == 0 && unknown > 0 && unknown >= execCount;
    }
}
