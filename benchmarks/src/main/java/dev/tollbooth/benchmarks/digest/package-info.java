/** Benchmarks of the digest of SQL text, compared with other libraries. */
@NullMarked
package dev.tollbooth.benchmarks.digest;

import org.jspecify.annotations.NullMarked;
