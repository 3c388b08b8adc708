package dev.tollbooth.internal.budget;

/**
 * The state of a budget in the open window. Immutable.
 *
 * @param budget the budget
 * @param windowStart the start of the open window, in seconds since 1970 UTC
 * @param spent the request units spent in the open window
 * @param isExceeded whether {@code spent} is more than the budget
 * @param windowsExceeded the number of exceeded windows since the start of the instance
 * @param refused the number of refused executions since the start of the instance
 */
public record BudgetStatus(
        Budget budget, long windowStart, double spent, boolean isExceeded, long windowsExceeded, long refused) {}
