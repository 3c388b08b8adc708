/** Exemplars: which trace an execution belongs to, where the application has OpenTelemetry's API or agent. */
@NullMarked
package dev.tollbooth.internal.trace;

import org.jspecify.annotations.NullMarked;
