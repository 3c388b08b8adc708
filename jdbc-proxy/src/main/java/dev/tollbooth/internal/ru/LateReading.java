package dev.tollbooth.internal.ru;

import dev.tollbooth.statement.Sha256;

/**
 * What an execution cost that has ended and was counted before, where the server tells it with what comes later. Immutable.
 *
 * @param what was executed, and for whom
 * @param countedIn the plan that it was counted in
 * @param reading what it cost, or that it will not be told any more
 */
public record LateReading(Executed what, Sha256 countedIn, RuReading reading) {}
