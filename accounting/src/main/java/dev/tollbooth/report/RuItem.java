package dev.tollbooth.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The cost of one record within one item's time, {@code [startEpochSeconds, startEpochSeconds + width)}.
 *
 * @param startEpochSeconds seconds since 1970 UTC, a multiple of the item's width
 * @param ru request units spent within this item's time
 * @param execCount executions that ended within the item
 * @param execDurationNanos nanoseconds of execution and fetch
 * @param unknownCount executions whose request units the source could not determine
 * @param offCount executions on servers without request units
 * @param origins the parts by origin, which add up to the item: the four most expensive origins, {@code (other)}, and
 *     an empty name for executions without an origin. Empty unless {@code tollbooth.topru.by-origin} is on, and in the
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
     * @param origins the parts by origin
     */
    public RuItem {
        origins = origins.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(origins));
    }

    /**
     * Makes an item without parts by origin.
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

    /** {@return whether no execution's request units are known, so that a consumer must not show 0} */
    public boolean isUnknown() {
        long unknown = unknownCount + offCount;
        return ru == 0 && unknown > 0 && unknown >= execCount;
    }
}
