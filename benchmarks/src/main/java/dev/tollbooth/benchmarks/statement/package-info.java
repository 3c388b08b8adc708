/** The statement table alone, without a driver: recording to it and reading it. */
@NullMarked
package dev.tollbooth.benchmarks.statement;

import org.jspecify.annotations.NullMarked;
