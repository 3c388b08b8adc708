/** The accounts as metrics of an application that has OpenTelemetry's SDK. */
@NullMarked
package dev.tollbooth.opentelemetry;

import org.jspecify.annotations.NullMarked;
