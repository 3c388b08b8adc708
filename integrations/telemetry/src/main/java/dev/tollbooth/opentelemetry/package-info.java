/** The metrics of Tollbooth for an application with OpenTelemetry's SDK. */
@NullMarked
package dev.tollbooth.opentelemetry;

import org.jspecify.annotations.NullMarked;
