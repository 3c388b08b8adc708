/**
 * Benchmarks of collecting request units: a tick, the choice of the top, and all tiers under the stress of the design.
 */
@NullMarked
package dev.tollbooth.benchmarks.topru;

import org.jspecify.annotations.NullMarked;
