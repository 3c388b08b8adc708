/** Clocks, and the buckets of latency histograms. */
@NullMarked
package dev.tollbooth.internal.time;

import org.jspecify.annotations.NullMarked;
