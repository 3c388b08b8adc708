package dev.tollbooth.internal.topru;

import dev.tollbooth.report.ItemInterval;

/**
 * The settings of TopRU.
 *
 * @param reportInterval the length of a window
 */
public record TopRuOptions(ItemInterval reportInterval) {

    /** The default: one window per minute. */
    public static final TopRuOptions DEFAULT = new TopRuOptions(ItemInterval.SECONDS_60);
}
