/**
 * Metrics: a bounded number of series whose sums are exact, for Prometheus and OpenTelemetry.
 *
 * <p>{@code Telemetry} holds nothing before its first read. Each read adds the counts since the last read ({@code
 * StatementDeltas}), so a counter is a sum of differences and never goes back. {@code SeriesBoard} bounds the series. A
 * series that has to leave moves into {@code others="left-N"}, whose name changes each time, so no series jumps and no
 * sum breaks. Successes are the row's histogram less the latencies of failures; both are copied under one lock. {@code
 * ExponentialBuckets} maps latencies to OpenTelemetry's scale 4 by a table.
 *
 * <p>{@code ExemplarBoard} keeps a trace for each statement, decade of latency and way to fail, once a minute at most.
 * It is on after the first read, if OpenTelemetry's API or agent is present.
 */
@NullMarked
package dev.tollbooth.internal.metrics;

import org.jspecify.annotations.NullMarked;
