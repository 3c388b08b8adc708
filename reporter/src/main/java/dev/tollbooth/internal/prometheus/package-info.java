/** The port that Prometheus scrapes, and its two formats: protobuf with native histograms, and text. */
@NullMarked
package dev.tollbooth.internal.prometheus;

import org.jspecify.annotations.NullMarked;
