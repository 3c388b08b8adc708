/** Benchmarks with a flood of distinct statements: the memory of each wrapper after it, and its speed meanwhile. */
@NullMarked
package dev.tollbooth.benchmarks.flood;

import org.jspecify.annotations.NullMarked;
