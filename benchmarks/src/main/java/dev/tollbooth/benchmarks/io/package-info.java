/**
 * What wrappers add between I/O, where nothing is warm: each execution is a round trip, to an echo or to PostgreSQL, and
 * wrappers are measured by turns in one JVM.
 */
@NullMarked
package dev.tollbooth.benchmarks.io;

import org.jspecify.annotations.NullMarked;
