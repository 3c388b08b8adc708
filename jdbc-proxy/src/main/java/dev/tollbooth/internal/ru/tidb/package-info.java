/**
 * Request units that TiDB reports for a session's last statement.
 *
 * <p>{@code TidbStatement} decides by the first words whether TiDB's answer will be about this statement, and {@code
 * Sampling} decides whether to ask about this execution. {@code TidbQuestions} sends the questions; {@code
 * TidbRuVersion} and {@code TidbPlanText} read the answers; {@code TidbPlans} remembers plans. {@code TidbRuReader}
 * uses all of these for one connection, and remembers the statement whose result set is open. Tests run against a
 * stand-in for TiDB.
 */
@NullMarked
package dev.tollbooth.internal.ru.tidb;

import org.jspecify.annotations.NullMarked;
