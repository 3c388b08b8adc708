/**
 * Benchmarks of wrappers between I/O, with cold caches: each execution is a round trip, to an echo or to PostgreSQL,
 * and wrappers are measured in turns in one JVM.
 */
@NullMarked
package dev.tollbooth.benchmarks.io;

import org.jspecify.annotations.NullMarked;
