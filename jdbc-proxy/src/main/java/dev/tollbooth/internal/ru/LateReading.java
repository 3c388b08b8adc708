package dev.tollbooth.internal.ru;

import dev.tollbooth.statement.Sha256;

/**
 * The cost of an execution already counted, which the server reported with a later response. Immutable.
 *
 * @param what the executed statement, its user and origin
 * @param countedIn the plan under which it was counted
 * @param reading the cost, or that it will not be reported any more
 */
public record LateReading(ExecutedStatement what, Sha256 countedIn, RuReading reading) {}
