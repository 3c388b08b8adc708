/**
 * The code around one execution: the funnel that every statement passes, and its helpers.
 *
 * <p>{@code StatementFunnel} is the only place that begins and ends an execution. It reads one switch ({@code
 * AccountingSwitch}), asks {@code AccountFinder} for the account, reads the clock, has {@code CallKind} call the
 * driver, reads the clock, and publishes the entry. {@code ServerCosts} takes {@code AccountFinder}'s place once the
 * connection's server has reported request units; it alone decides whether request units are reported or estimated.
 * {@code ExecutionListeners} pass single executions to their consumers: samples, the slow log, Flight Recorder,
 * exemplars, observers, plans. {@code CurrentUser} is the user of a thread's scope, read once at the begin.
 *
 * <p>Every failure of accounting is caught here and counted by {@code Place}. If the stack is exhausted, {@code
 * OwnFailures} records the failure with a field write, and the next execution or tick counts it.
 */
@NullMarked
package dev.tollbooth.internal.execution;

import org.jspecify.annotations.NullMarked;
