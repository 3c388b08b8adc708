/** Questions to the Parquet tables, answered by DuckDB. */
@NullMarked
package dev.tollbooth.fleet.query;

import org.jspecify.annotations.NullMarked;
