/**
 * A JDBC driver that does nothing, or one round trip to an echo, so that a wrapper's own time is the whole difference.
 */
@NullMarked
package dev.tollbooth.benchmarks.noop;

import org.jspecify.annotations.NullMarked;
