package dev.tollbooth.spi;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Asks on one connection how statements are run.
 *
 * <p>Called by the thread that has executed the statement, after its result set was closed and its time was taken. An exception is counted and never reaches the application. It must not execute the statement, nor change anything that the
 * application sees of its connection. Thread-safe as far as the driver's connection is.
 */
public interface PlanReader {

    /**
     * Prepares the question after the plan of one execution, such as {@code EXPLAIN} and the statement, with the same
     * parameters.
     *
     * @param sql one statement, a SELECT, INSERT, UPDATE, DELETE or REPLACE, perhaps behind WITH
     * @return the question, not yet bound
     * @throws SQLException what the driver threw: the plan is then not known
     */
    PreparedStatement question(String sql) throws SQLException;

    /**
     * Asks it.
     *
     * @param question bound to what the execution was bound to; closed behind this call
     * @return null where the database does not say
     * @throws SQLException what the driver threw: the plan is then not known
     */
    @Nullable
    Plan read(PreparedStatement question) throws SQLException;
}
