/** The Parquet tables of a fleet on Spark: an application for {@code spark-submit}, and the SQL that it runs. */
@NullMarked
package dev.tollbooth.fleet.spark;

import org.jspecify.annotations.NullMarked;
