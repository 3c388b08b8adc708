/** Latencies of executions as they are counted, and those of executions that failed by the way they did. */
@NullMarked
package dev.tollbooth.internal.latency;

import org.jspecify.annotations.NullMarked;
