package dev.tollbooth.internal.topru;

import java.util.Set;

/**
 * The request units of one tick, in a table that was cut if it was too large.
 *
 * @param era the era of the clock; a new one begins when the wall clock is set back
 * @param epochSeconds the time in seconds since 1970 UTC
 * @param collecting the figures that consumers want
 */
record Batch(int era, long epochSeconds, Set<Collector> collecting, TierTable table) {}
