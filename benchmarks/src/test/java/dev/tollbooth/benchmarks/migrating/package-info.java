/**
 * Tests of docs/guide/migrating.md: each tool's own configuration before, Tollbooth's after, and the counts of both.
 */
@NullMarked
package dev.tollbooth.benchmarks.migrating;

import org.jspecify.annotations.NullMarked;
