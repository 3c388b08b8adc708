/**
 * Request units from the notices of PostgreSQL's auto_explain.
 *
 * <p>PostgreSQL sends such a notice when it drops a portal. For an unnamed portal within a transaction that is the next
 * Bind; for a cursor it is the Close, which pgjdbc sends with the next statement. So an execution in a transaction
 * answers {@code RuReading.LATER} and waits in {@code PendingCosts}. It is credited when a notice names its text
 * ({@code QueryMatch}), and is unknown if the transaction ends without one.
 *
 * <p>The application must not see these notices. A chain of warnings can't be unlinked, and the driver may append to it
 * at any time. A chain of nothing but notices is cleared; of any other the application gets copies ({@code
 * VisibleWarnings}).
 */
@NullMarked
package dev.tollbooth.internal.ru.postgres;

import org.jspecify.annotations.NullMarked;
