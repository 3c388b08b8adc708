package dev.tollbooth.console.model;

/**
 * An event at one moment: a start of the application, a statement's new plan, or a budget that was exceeded.
 *
 * @param second seconds since 1970 UTC
 * @param kind {@code start}, {@code plan} or {@code budget}
 * @param name the name of the started instance, the digest of the statement in hex, or the user of the budget
 * @param before the digest of the old plan, or the budget as text; empty for a start
 * @param now the digest of the new plan; empty for other events
 */
public record TimeMark(long second, String kind, String name, String before, String now) {}
