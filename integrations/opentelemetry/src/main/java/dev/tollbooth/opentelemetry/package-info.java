/** The figures as metrics of an application with OpenTelemetry's SDK. */
@NullMarked
package dev.tollbooth.opentelemetry;

import org.jspecify.annotations.NullMarked;
