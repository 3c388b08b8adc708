/** Benchmarks of the statement table alone, without a driver: recording and reading. */
@NullMarked
package dev.tollbooth.benchmarks.statement;

import org.jspecify.annotations.NullMarked;
