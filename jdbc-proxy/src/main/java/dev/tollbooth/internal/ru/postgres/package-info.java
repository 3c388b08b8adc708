/**
 * Request units from the notices of PostgreSQL's auto_explain.
 *
 * <p>PostgreSQL sends such a notice when it drops a portal. For an unnamed portal within a transaction, it does so at
 * the next Bind; for a cursor, at the Close, which pgjdbc sends with the next statement. So the reading of an execution
 * in a transaction is {@code RuReading.LATER}, and the execution waits in {@code PendingCosts}. Its cost is counted
 * when a notice has its text ({@code QueryMatch}), and is unknown if the transaction ends without a notice.
 *
 * <p>The application must not see these notices. A chain of warnings can't be unlinked, and the driver may append to it
 * at any time. A chain that has only notices is cleared. The application gets copies of any other chain ({@code
 * VisibleWarnings}).
 */
@NullMarked
package dev.tollbooth.internal.ru.postgres;

import org.jspecify.annotations.NullMarked;
