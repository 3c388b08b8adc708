/** The digest of SQL text, beside what others make of it. */
@NullMarked
package dev.tollbooth.benchmarks.digest;

import org.jspecify.annotations.NullMarked;
