/**
 * Observers: the executions of one thread, one by one, while a test's scope is open.
 *
 * <p>{@code ThreadObservers} holds them for all instances of the JVM. The end of an execution passes an {@code
 * ObservedExecution} to the thread's observer. Without observers this costs one read of a flag. The package is exported
 * to {@code integrations/junit} alone.
 */
@NullMarked
package dev.tollbooth.internal.observe;

import org.jspecify.annotations.NullMarked;
