/**
 * Origins of executions in the application: named by a scope, or found as a call site.
 *
 * <p>{@code CurrentOrigin} is a thread local that holds an {@code OriginScope}: the number of the origin and the
 * scope's executions in autocommit. {@code OriginNames} gives numbers to 1,000 names at most and never takes one back,
 * since entries name their origin by 11 bits. Each row keeps four origins and their others ({@code StatementOrigins}).
 * Executions of no origin are the difference to the row, so the sums of all origins are always the row's.
 */
@NullMarked
package dev.tollbooth.internal.origin;

import org.jspecify.annotations.NullMarked;
