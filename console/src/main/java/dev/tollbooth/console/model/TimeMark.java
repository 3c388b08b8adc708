package dev.tollbooth.console.model;

/**
 * An event at one moment: a start of the application, a statement's new plan, or a budget that was exceeded.
 *
 * @param second seconds since 1970 UTC
 * @param kind {@code start}, {@code plan} or {@code budget}
 * @param name the instance that started; the statement's digest in hex; the user
 * @param before the plan until then, the budget as it was set; empty for a start
 * @param now the plan from then on; empty for others
 */
public record TimeMark(long second, String kind, String name, String before, String now) {}
