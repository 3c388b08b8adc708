/** The accounts as metrics of a bounded number of series, whose sums are true: what Prometheus and OpenTelemetry get. */
@NullMarked
package dev.tollbooth.internal.metrics;

import org.jspecify.annotations.NullMarked;
