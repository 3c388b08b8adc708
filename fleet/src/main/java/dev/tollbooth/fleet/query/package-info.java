/** Queries of the Parquet tables, which DuckDB answers. */
@NullMarked
package dev.tollbooth.fleet.query;

import org.jspecify.annotations.NullMarked;
