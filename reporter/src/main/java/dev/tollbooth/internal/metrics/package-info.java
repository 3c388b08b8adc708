/**
 * Metrics: a bounded number of series whose sums are exact, for Prometheus and OpenTelemetry.
 *
 * <p>{@code Telemetry} holds nothing before its first read. Each read adds the counts since the last read ({@code
 * StatementDeltas}), so a counter is a sum of differences and never decreases. {@code SeriesBoard} bounds the number of
 * series. The counts of a key that loses its series move to {@code others="left-N"}. N grows each time, so no
 * series jumps. The latencies of successes are the row's histogram minus the latencies of failures; both are copied
 * under one lock. {@code ExponentialBuckets} maps latencies to OpenTelemetry's scale 4 by a table.
 *
 * <p>{@code ExemplarBoard} keeps a trace for each statement, decade of latency and kind of failure, at most one per
 * minute. It is on while metrics are read, if OpenTelemetry's API or agent is present.
 */
@NullMarked
package dev.tollbooth.internal.metrics;

import org.jspecify.annotations.NullMarked;
