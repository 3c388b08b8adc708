/** Counts of one statement in a wrapper: methods, classes, byte code, cache lines. They need no clock. */
@NullMarked
package dev.tollbooth.benchmarks.touches;

import org.jspecify.annotations.NullMarked;
