/**
 * Observers: the executions of one thread, one by one, while a test's scope is open.
 *
 * <p>{@code ThreadObservers} holds them for all instances of the JVM. While a thread has an observer, the end of an
 * execution passes it digest, connection, transaction mode, one hash of literals and parameters, time, rows changed and
 * the class of an error. Without observers this costs one read of a flag. The package is exported to {@code
 * integrations/junit} alone.
 */
@NullMarked
package dev.tollbooth.internal.observe;

import org.jspecify.annotations.NullMarked;
