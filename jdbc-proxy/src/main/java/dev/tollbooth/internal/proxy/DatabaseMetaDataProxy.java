package dev.tollbooth.internal.proxy;

import dev.tollbooth.internal.control.Place;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Metadata whose {@code getConnection} returns the application's connection. Its result sets are not accounted.
 *
 * <p>As thread-safe as the driver's metadata.
 */
public abstract class DatabaseMetaDataProxy implements DatabaseMetaData {

    /** The driver's metadata. */
    protected final DatabaseMetaData delegate;

    final ConnectionProxy connection;

    /** Wraps {@code delegate}, the metadata of {@code connection}. */
    protected DatabaseMetaDataProxy(DatabaseMetaData delegate, ConnectionProxy connection) {
        this.delegate = delegate;
        this.connection = connection;
    }

    /** Returns a new proxy of the same class as this one. */
    protected abstract DatabaseMetaDataProxy create(DatabaseMetaData newDelegate, ConnectionProxy newConnection);

    /** Wraps a result set. The build makes every method that returns a result set call this. */
    protected final @Nullable ResultSet wrap(@Nullable ResultSet rows) {
        try {
            return rows == null ? null : connection.factory.resultSet(rows, connection, null, null);
        } catch (Throwable t) {
            try {
                connection.funnel.failures.caught(Place.FETCH, t);
            } catch (VirtualMachineError | LinkageError more) {
                connection.funnel.failures.uncounted++;
            }
        }
        return rows;
    }

    @Override
    public final @Nullable Connection getConnection() throws SQLException {
        // calls the driver, because a closed connection's metadata may throw
        return delegate.getConnection() == null ? null : connection;
    }
}
