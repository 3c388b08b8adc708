/** What one statement touches of a wrapper: methods, classes, byte code, cache lines. Counted, so no clock is needed. */
@NullMarked
package dev.tollbooth.benchmarks.touches;

import org.jspecify.annotations.NullMarked;
