/** An extension that tells OpenTelemetry's agent about Tollbooth. */
@NullMarked
package dev.tollbooth.opentelemetry.extension;

import org.jspecify.annotations.NullMarked;
