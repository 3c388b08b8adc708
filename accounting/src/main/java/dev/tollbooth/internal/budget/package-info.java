/**
 * Budgets: what users may spend in a window, who has spent more, and who is refused for it.
 *
 * <p>{@code Budgets} watches each second's drain of TopRU before anything is cut, and adds up what each user with a
 * budget has spent in the open window. It never logs under TopRU's lock; a task of the worker does. With enforcement,
 * the funnel reads one volatile word of the user's meter before an execution begins. The word holds until when the user
 * is refused, so a stopped scheduler refuses nobody for good.
 */
@NullMarked
package dev.tollbooth.internal.budget;

import org.jspecify.annotations.NullMarked;
