/** Report files as Parquet tables, written in batches, with each report once. */
@NullMarked
package dev.tollbooth.fleet.parquet;

import org.jspecify.annotations.NullMarked;
