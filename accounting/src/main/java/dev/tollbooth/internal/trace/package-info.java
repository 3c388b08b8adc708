/** Exemplars: the traces of executions, if the application has OpenTelemetry's API or agent. */
@NullMarked
package dev.tollbooth.internal.trace;

import org.jspecify.annotations.NullMarked;
