/** Clocks, and the buckets that durations are counted in. */
@NullMarked
package dev.tollbooth.internal.time;

import org.jspecify.annotations.NullMarked;
