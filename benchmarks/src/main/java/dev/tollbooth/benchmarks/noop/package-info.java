/** A JDBC driver that does nothing, or one round trip to an echo: what a wrapper adds is all that differs. */
@NullMarked
package dev.tollbooth.benchmarks.noop;

import org.jspecify.annotations.NullMarked;
