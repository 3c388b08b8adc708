package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.internal.trace.ExemplarBoard;

/**
 * The recorders of single events: slow executions, exemplars, and drops.
 *
 * <p>Thread-safe, as its parts are.
 *
 * @param slow logs slow executions
 * @param exemplars keeps some executions with their traces
 * @param drops counts everything that was left out of reports
 */
public record EventRecorders(SlowStatements slow, ExemplarBoard exemplars, DropCounters drops) {}
