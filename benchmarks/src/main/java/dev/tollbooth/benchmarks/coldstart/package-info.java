/** Benchmarks of the time that a wrapper adds to the start of an application. */
@NullMarked
package dev.tollbooth.benchmarks.coldstart;

import org.jspecify.annotations.NullMarked;
