package dev.tollbooth.jdbc;

import java.sql.SQLException;
import java.sql.ShardingKey;
import javax.sql.ConnectionPoolDataSource;
import javax.sql.PooledConnection;
import javax.sql.PooledConnectionBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A data source of pooled connections that accounts for them. Its delegate is given, or created from a class.
 *
 * <p>As thread-safe as the delegate.
 */
public class TollboothConnectionPoolDataSource extends ForwardingDataSource<ConnectionPoolDataSource>
        implements ConnectionPoolDataSource {

    /** Makes a data source that {@link #setDataSourceClassName} and the other properties complete. */
    public TollboothConnectionPoolDataSource() {
        super(ConnectionPoolDataSource.class);
    }

    /**
     * Wraps {@code delegate}; {@link Tollbooth#shared()} accounts for the connections.
     *
     * @param delegate the data source that opens the connections; it is closed with this object, if it can be closed
     */
    public TollboothConnectionPoolDataSource(ConnectionPoolDataSource delegate) {
        this(delegate, Tollbooth.shared());
    }

    /**
     * Wraps {@code delegate}; {@code tollbooth} accounts for the connections.
     *
     * @param delegate the data source that opens the connections; it is closed with this object, if it can be closed
     * @param tollbooth the instance, which stays open after this data source
     * @throws IllegalArgumentException if one of them is null
     */
    public TollboothConnectionPoolDataSource(ConnectionPoolDataSource delegate, Tollbooth tollbooth) {
        super(ConnectionPoolDataSource.class, delegate, tollbooth);
    }

    @Override
    public @Nullable PooledConnection getPooledConnection() throws SQLException {
        return pooled(delegate()::getPooledConnection, null);
    }

    @Override
    public @Nullable PooledConnection getPooledConnection(@Nullable String user, @Nullable String password)
            throws SQLException {
        ConnectionPoolDataSource source = delegate();
        return pooled(() -> source.getPooledConnection(user, password), user);
    }

    @Override
    public PooledConnectionBuilder createPooledConnectionBuilder() throws SQLException {
        return new Builder(this, delegate().createPooledConnectionBuilder());
    }

    /**
     * A builder of an accounted connection. Every method except {@code build} returns the builder, as JDBC specifies.
     */
    private static final class Builder implements PooledConnectionBuilder {
        private final TollboothConnectionPoolDataSource source;
        private final PooledConnectionBuilder builder;
        private @Nullable String user;

        Builder(TollboothConnectionPoolDataSource source, PooledConnectionBuilder builder) {
            this.source = source;
            this.builder = builder;
        }

        @Override
        public PooledConnectionBuilder user(@Nullable String name) {
            builder.user(name);
            user = name;
            return this;
        }

        @Override
        public PooledConnectionBuilder password(@Nullable String password) {
            builder.password(password);
            return this;
        }

        @Override
        public PooledConnectionBuilder shardingKey(@Nullable ShardingKey key) {
            builder.shardingKey(key);
            return this;
        }

        @Override
        public PooledConnectionBuilder superShardingKey(@Nullable ShardingKey key) {
            builder.superShardingKey(key);
            return this;
        }

        @Override
        public @Nullable PooledConnection build() throws SQLException {
            return source.pooled(builder::build, user);
        }
    }
}
