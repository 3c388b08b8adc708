package dev.tollbooth.internal.topru;

import java.util.Set;

/**
 * The request units of one tick, cut to the second tier's bounds.
 *
 * @param era of the clock: a new one begins where the wall clock was set back
 * @param epochSeconds when, in seconds since 1970 UTC
 * @param collecting what consumers wanted
 */
record Batch(int era, long epochSeconds, Set<Collector> collecting, TierTable table) {}
