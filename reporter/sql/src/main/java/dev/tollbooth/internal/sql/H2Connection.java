package dev.tollbooth.internal.sql;

import dev.tollbooth.internal.postgres.TableConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;

/**
 * A connection for clients outside of this JVM.
 *
 * <p>Any thread may call {@link #cancel} and {@link #abort}. Only one thread at a time may call the rest.
 */
final class H2Connection implements TableConnection {

    /**
     * The settings of a session. Rows are made lazily, and times have one time zone. H2's own time limit is longer than
     * the port's. It is set because H2 then also clears cancellations that came too late.
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

    /** Closes the session. That ends even planning, where H2 checks no cancellation but fails without a database. */
    @Override
    public void abort() {
        ((SessionLocal) connection.getSession()).close();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
