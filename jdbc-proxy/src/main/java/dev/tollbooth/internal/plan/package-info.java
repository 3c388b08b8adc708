/**
 * Query plans of statements, if {@code plan.source} asks the database for them.
 *
 * <p>An execution is explained after it has ended and its result set is closed, while the connection runs no other
 * statement and has no open result set. {@code PlanBook} has an entry for each statement and keyspace, and the
 * statement holds the entry of its digest. If an entry is due, the next parameters are kept ({@code BoundParameters}),
 * and {@code PlanReader} asks for the plan. {@code PlanChanges} compares the plans of two windows, whatever source they
 * come from.
 */
@NullMarked
package dev.tollbooth.internal.plan;

import org.jspecify.annotations.NullMarked;
