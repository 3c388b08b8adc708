/** A JDBC driver that does nothing, so that what a wrapper adds is all that is measured. */
@NullMarked
package dev.tollbooth.benchmarks.noop;

import org.jspecify.annotations.NullMarked;
