/** Benchmarks of the time that a wrapper adds to each statement. */
@NullMarked
package dev.tollbooth.benchmarks;

import org.jspecify.annotations.NullMarked;
