package dev.tollbooth.internal.sql;

import dev.tollbooth.internal.postgres.TableConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;

/**
 * A connection for clients from outside of this JVM.
 *
 * <p>{@link #cancel} and {@link #abort} may be called by any thread, all else by one at a time.
 */
final class H2Connection implements TableConnection {

    /**
     * Rows are made when they are read, times are shown in one zone, and H2's own time limit, of which it also forgets a
     * cancellation that came late, is longer than that of the door.
     */
    private static final String[] SETTINGS = {
        "SET SCHEMA performance_schema",
        "SET SCHEMA_SEARCH_PATH performance_schema",
        "SET TIME ZONE 'UTC'",
        "SET LAZY_QUERY_EXECUTION 1",
        "SET QUERY_TIMEOUT 60000",
    };

    private final JdbcConnection connection;
    private final Connection inAnyCase;

    private H2Connection(JdbcConnection connection) {
        this.connection = connection;
        this.inAnyCase = CatalogConnection.of(connection);
    }

    static H2Connection open(JdbcConnection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String setting : SETTINGS) {
                statement.execute(setting);
            }
            return new H2Connection(connection);
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    @Override
    public Connection jdbc() {
        return inAnyCase;
    }

    /** Cancels the session, not the statement, because a join that finds nothing checks only the session. */
    @Override
    public void cancel() {
        ((SessionLocal) connection.getSession()).cancel();
    }

    /** A closed session ends what plans, too: it looks at no cancellation, but has no database then. */
    @Override
    public void abort() {
        ((SessionLocal) connection.getSession()).close();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
