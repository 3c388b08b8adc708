package dev.tollbooth.internal.plan;

import org.jspecify.annotations.Nullable;

/**
 * An execution that is to be explained when its result set is closed.
 *
 * @param parameters what was bound, null if it was no prepared statement
 */
record PendingPlan(PlanEntry entry, String sql, @Nullable BoundParameters parameters) {}
