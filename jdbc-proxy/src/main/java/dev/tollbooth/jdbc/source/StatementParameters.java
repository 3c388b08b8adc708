package dev.tollbooth.jdbc.source;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/** What one execution of a prepared statement was bound to. */
@FunctionalInterface
public interface StatementParameters {

    /** Binds the same to {@code statement}. */
    void bindTo(PreparedStatement statement) throws SQLException;
}
