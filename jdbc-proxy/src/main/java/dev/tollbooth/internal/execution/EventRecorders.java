package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.internal.trace.ExemplarBoard;

/**
 * The recorders of single events: slow executions, exemplars, and drops.
 *
 * <p>Thread-safe, as its parts are.
 *
 * @param slow the log of slow executions
 * @param exemplars the executions that are kept with their traces
 * @param drops the counters of everything that was left out of reports
 */
public record EventRecorders(SlowStatements slow, ExemplarBoard exemplars, DropCounters drops) {}
