package dev.tollbooth.internal.budget;

/**
 * How a budget stands. Immutable.
 *
 * @param budget which one
 * @param windowStart when its window has begun, in seconds since 1970 UTC
 * @param spent request units that are counted in that window
 * @param isExceeded whether they are more than the budget
 * @param windowsExceeded how many windows were, since the instance was made
 * @param refused how many executions were refused, since then
 */
public record BudgetStatus(
        Budget budget, long windowStart, double spent, boolean isExceeded, long windowsExceeded, long refused) {}
