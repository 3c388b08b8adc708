/**
 * Budgets of users: limits per window, spending, and refusals.
 *
 * <p>{@code Budgets} watches each second's drain of TopRU before anything is cut. It adds up the request units of each
 * user with a budget in the open window. A task of the worker writes the log, so no thread logs while it holds TopRU's
 * lock. If budgets are enforced, each execution first reads one volatile field of its user's meter. The field holds the
 * end of the refusal, so a stopped scheduler refuses no user permanently.
 */
@NullMarked
package dev.tollbooth.internal.budget;

import org.jspecify.annotations.NullMarked;
