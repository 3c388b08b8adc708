/** The port that Prometheus scrapes, and its formats: protobuf with native histograms, OpenMetrics, and text. */
@NullMarked
package dev.tollbooth.internal.prometheus;

import org.jspecify.annotations.NullMarked;
