package dev.tollbooth.spi;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the plans of statements on one connection.
 *
 * <p>The thread that has executed the statement calls the reader, after the result set was closed and the execution was
 * timed. An exception is counted and never reaches the application. An implementation must not execute the statement,
 * nor change anything that the application sees of its connection. As thread-safe as the driver's connection.
 */
public interface PlanReader {

    /**
     * Prepares a query for the plan of one execution, such as {@code EXPLAIN} with the statement, with the same bind
     * markers.
     *
     * @param sql one statement, a SELECT, INSERT, UPDATE, DELETE or REPLACE, perhaps after WITH
     * @return the query, not yet bound
     * @throws SQLException if the driver throws: the plan is then unknown
     */
    PreparedStatement question(String sql) throws SQLException;

    /**
     * Executes the query and reads the plan.
     *
     * @param question the query, bound to the parameters of the execution; closed after this call
     * @return the plan, null if the database has none
     * @throws SQLException if the driver throws: the plan is then unknown
     */
    @Nullable
    Plan read(PreparedStatement question) throws SQLException;
}
