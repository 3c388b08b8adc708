package dev.tollbooth.jdbc.source;

import dev.tollbooth.accounting.ru.Plan;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Asks on one connection how statements are run.
 *
 * <p>Called by the thread that has executed the statement, after its result set was closed and its time was taken. What
 * it throws is counted and never seen by the application. It must not execute the statement, nor change anything that the
 * application sees of its connection. Thread-safe as far as the driver's connection is.
 */
public interface PlanReader {

    /**
     * Asks for the plan of one execution.
     *
     * @param sql one statement, a SELECT, INSERT, UPDATE, DELETE or REPLACE, perhaps behind WITH
     * @param parameters what was bound, null if it was no prepared statement
     * @return null where the database does not say
     */
    @Nullable
    Plan explain(String sql, @Nullable StatementParameters parameters) throws SQLException;
}
