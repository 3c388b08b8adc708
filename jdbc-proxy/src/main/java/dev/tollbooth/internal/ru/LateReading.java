package dev.tollbooth.internal.ru;

import dev.tollbooth.statement.Sha256;

/**
 * The cost of an execution that was counted before, told by the server with a later response. Immutable.
 *
 * @param what was executed, and for whom
 * @param countedIn the plan that it was counted in
 * @param reading what it cost, or that it will not be told any more
 */
public record LateReading(ExecutedStatement what, Sha256 countedIn, RuReading reading) {}
