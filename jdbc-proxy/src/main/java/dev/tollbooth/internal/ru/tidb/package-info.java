/**
 * Request units that TiDB reports for a session's last statement.
 *
 * <p>{@code TidbStatement} decides by the first words whether TiDB's answer will be about this statement, {@code
 * Sampling} whether it is this execution's turn. {@code TidbQuestions} sends the questions; {@code TidbQueryInfo} and
 * {@code TidbPlanText} read the answers; {@code TidbPlans} remembers plans. {@code TidbRuReader} puts them together for
 * one connection and remembers whose result set is open. Tests run against a stand-in for TiDB.
 */
@NullMarked
package dev.tollbooth.internal.ru.tidb;

import org.jspecify.annotations.NullMarked;
