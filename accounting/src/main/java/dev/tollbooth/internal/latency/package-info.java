/** Live latencies of executions, and the latencies of failed executions by kind of failure. */
@NullMarked
package dev.tollbooth.internal.latency;

import org.jspecify.annotations.NullMarked;
