/** The Parquet tables of a fleet on Spark: an application for {@code spark-submit}, and its SQL. */
@NullMarked
package dev.tollbooth.fleet.spark;

import org.jspecify.annotations.NullMarked;
