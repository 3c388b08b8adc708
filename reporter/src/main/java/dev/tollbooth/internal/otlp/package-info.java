/** The sink that sends metrics to an OpenTelemetry collector by HTTP and protobuf, without OpenTelemetry's SDK. */
@NullMarked
package dev.tollbooth.internal.otlp;

import org.jspecify.annotations.NullMarked;
