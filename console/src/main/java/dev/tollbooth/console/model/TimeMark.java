package dev.tollbooth.console.model;

/**
 * What happened at one moment: a start of the application, or a statement's new plan.
 *
 * @param second seconds since 1970 UTC
 * @param kind {@code start} or {@code plan}
 * @param name the instance that started; the statement's digest in hex
 * @param before the plan until then; empty for a start
 * @param now the plan from then on; empty for a start
 */
public record TimeMark(long second, String kind, String name, String before, String now) {}
