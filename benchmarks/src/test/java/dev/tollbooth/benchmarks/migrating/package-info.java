/** docs/guide/migrating.md, tried: each tool's own configuration before, Tollbooth's after, and what both count. */
@NullMarked
package dev.tollbooth.benchmarks.migrating;

import org.jspecify.annotations.NullMarked;
