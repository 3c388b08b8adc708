package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.internal.trace.ExemplarBoard;

/**
 * The outlets for single events: slow executions, exemplars, and notices of the driver.
 *
 * <p>Thread-safe, as its parts are.
 *
 * @param slow logs slow executions
 * @param exemplars keeps some executions with their traces
 * @param drops what was left out of reports
 */
public record EventRecorders(SlowStatements slow, ExemplarBoard exemplars, DropCounters drops) {}
