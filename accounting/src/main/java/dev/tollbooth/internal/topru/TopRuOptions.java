package dev.tollbooth.internal.topru;

import dev.tollbooth.report.ItemInterval;

/**
 * How request units are collected.
 *
 * @param reportInterval how often a window closes
 */
public record TopRuOptions(ItemInterval reportInterval) {

    /** A window a minute. */
    public static final TopRuOptions DEFAULT = new TopRuOptions(ItemInterval.SECONDS_60);
}
