/** A flood of distinct statements: what each wrapper holds after it, and how fast it is meanwhile. */
@NullMarked
package dev.tollbooth.benchmarks.flood;

import org.jspecify.annotations.NullMarked;
