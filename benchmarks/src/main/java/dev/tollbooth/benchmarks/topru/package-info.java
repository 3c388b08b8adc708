/** What collecting request units costs: a tick, the choice of the top, and all tiers at the design's own stress. */
@NullMarked
package dev.tollbooth.benchmarks.topru;

import org.jspecify.annotations.NullMarked;
