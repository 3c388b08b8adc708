/** An extension that prepares OpenTelemetry's agent for Tollbooth. */
@NullMarked
package dev.tollbooth.opentelemetry.extension;

import org.jspecify.annotations.NullMarked;
