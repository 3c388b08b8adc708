package dev.tollbooth.internal.ru;

import dev.tollbooth.statement.Sha256;

/**
 * The cost of an execution that was counted before the server reported its cost. Immutable.
 *
 * @param what the executed statement, its user and origin
 * @param countedIn the plan under which the execution was counted
 * @param reading the cost; unknown if the server will not report the cost any more
 */
public record LateReading(ExecutedStatement what, Sha256 countedIn, RuReading reading) {}
