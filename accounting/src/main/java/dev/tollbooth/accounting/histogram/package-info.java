/** Latency histograms with 450 fixed buckets, bit-equal to those of MySQL's performance_schema. */
@NullMarked
package dev.tollbooth.accounting.histogram;

import org.jspecify.annotations.NullMarked;
