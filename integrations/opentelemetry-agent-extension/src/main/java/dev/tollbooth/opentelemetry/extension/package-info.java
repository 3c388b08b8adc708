/** What OpenTelemetry's agent is to know of Tollbooth. */
@NullMarked
package dev.tollbooth.opentelemetry.extension;

import org.jspecify.annotations.NullMarked;
