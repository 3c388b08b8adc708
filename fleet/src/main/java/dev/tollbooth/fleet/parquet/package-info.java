/** Report files as Parquet tables: written by batches, each report once. */
@NullMarked
package dev.tollbooth.fleet.parquet;

import org.jspecify.annotations.NullMarked;
