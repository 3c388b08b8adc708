package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.topru.DropCounters;

/**
 * What is told beside the figures: which executions were slow, and what is missing from reports.
 *
 * <p>Thread-safe, as its parts are.
 *
 * @param slow logs slow executions
 * @param drops what was left out of reports
 */
public record Notices(SlowStatements slow, DropCounters drops) {}
