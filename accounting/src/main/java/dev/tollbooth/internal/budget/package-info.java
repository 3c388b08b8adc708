/**
 * Budgets of users: limits per window, spending, and refusals.
 *
 * <p>{@code Budgets} watches each second's drain of TopRU before anything is cut. It adds up the request units of each
 * user with a budget in the open window. It never logs under TopRU's lock; a task of the worker does. With enforcement,
 * the funnel reads one volatile field of the user's meter before an execution begins. The field holds the end of the
 * refusal, so a stopped scheduler refuses no user permanently.
 */
@NullMarked
package dev.tollbooth.internal.budget;

import org.jspecify.annotations.NullMarked;
