package dev.tollbooth.quarkus;

import dev.tollbooth.jdbc.Tollbooth;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.AgroalDataSourceMetrics;
import io.agroal.api.AgroalPoolInterceptor;
import io.agroal.api.configuration.AgroalDataSourceConfiguration;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Collection;
import java.util.List;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * A data source of Agroal with accounted connections; all other methods call Agroal.
 *
 * <p>Thread-safe, as Agroal's is.
 */
final class AccountedAgroalDataSource implements AgroalDataSource {

    private final transient AgroalDataSource pool;
    private final transient Tollbooth tollbooth;
    private final transient DataSource accounted;
    private final transient DataSource accountedReadOnly;

    AccountedAgroalDataSource(AgroalDataSource pool, Tollbooth tollbooth) {
        this.pool = pool;
        this.tollbooth = tollbooth;
        this.accounted = tollbooth.wrap(pool);
        this.accountedReadOnly = tollbooth.wrap(new ReadOnlyConnections(pool));
    }

    @Override
    public Connection getConnection() throws SQLException {
        return accounted.getConnection();
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return accounted.getConnection(user, password);
    }

    @Override
    public Connection getReadOnlyConnection() throws SQLException {
        return accountedReadOnly.getConnection();
    }

    @Override
    public AgroalDataSourceConfiguration getConfiguration() {
        return pool.getConfiguration();
    }

    @Override
    public AgroalDataSourceMetrics getMetrics() {
        return pool.getMetrics();
    }

    @Override
    public void flush(FlushMode mode) {
        pool.flush(mode);
    }

    @Override
    public void setPoolInterceptors(Collection<? extends AgroalPoolInterceptor> interceptors) {
        pool.setPoolInterceptors(interceptors);
    }

    @Override
    public List<AgroalPoolInterceptor> getPoolInterceptors() {
        return pool.getPoolInterceptors();
    }

    @Override
    public boolean isHealthy(boolean newConnection) throws SQLException {
        return pool.isHealthy(newConnection);
    }

    @Override
    public void close() {
        pool.close();
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        return pool.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        pool.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        pool.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return pool.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return pool.getParentLogger();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return type.isInstance(this) ? type.cast(this) : accounted.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return type.isInstance(this) || accounted.isWrapperFor(type);
    }

    /** Closes the instance; Quarkus closes the pool. */
    void endAccounts() {
        tollbooth.close();
    }

    /**
     * A data source of the read-only connections of a pool.
     *
     * @param pool the pool
     */
    record ReadOnlyConnections(AgroalDataSource pool) implements DataSource {
        @Override
        public Connection getConnection() throws SQLException {
            return pool.getReadOnlyConnection();
        }

        @Override
        public Connection getConnection(String user, String password) throws SQLException {
            return pool.getReadOnlyConnection();
        }

        @Override
        public PrintWriter getLogWriter() throws SQLException {
            return pool.getLogWriter();
        }

        @Override
        public void setLogWriter(PrintWriter out) throws SQLException {
            pool.setLogWriter(out);
        }

        @Override
        public void setLoginTimeout(int seconds) throws SQLException {
            pool.setLoginTimeout(seconds);
        }

        @Override
        public int getLoginTimeout() throws SQLException {
            return pool.getLoginTimeout();
        }

        @Override
        public Logger getParentLogger() throws SQLFeatureNotSupportedException {
            return pool.getParentLogger();
        }

        @Override
        public <T> T unwrap(Class<T> type) throws SQLException {
            return pool.unwrap(type);
        }

        @Override
        public boolean isWrapperFor(Class<?> type) throws SQLException {
            return pool.isWrapperFor(type);
        }
    }
}
