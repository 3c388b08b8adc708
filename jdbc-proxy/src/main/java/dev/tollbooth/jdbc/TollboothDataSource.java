package dev.tollbooth.jdbc;

import dev.tollbooth.internal.instance.Connecting;
import dev.tollbooth.internal.proxy.ConnectionWrapper;
import dev.tollbooth.internal.proxy.Wrapping;
import java.sql.Connection;
import java.sql.ConnectionBuilder;
import java.sql.SQLException;
import java.sql.ShardingKey;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Any data source, its connections accounted.
 *
 * <p>Thread-safe where the delegate is.
 */
public final class TollboothDataSource extends ForwardingDataSource<DataSource> implements DataSource {

    private final ConnectionWrapper wrapper;

    /**
     * Wraps {@code delegate}, accounted by the driver's own instance.
     *
     * @param delegate opens the connections; closing this data source closes it where it can be closed
     */
    public TollboothDataSource(DataSource delegate) {
        this(delegate, Tollbooth.shared());
    }

    /**
     * Wraps {@code delegate}, accounted by {@code tollbooth}.
     *
     * @param delegate opens the connections; closing this data source closes it where it can be closed
     * @param tollbooth where they are accounted; stays open behind this data source
     * @throws IllegalArgumentException if one of them is null
     */
    public TollboothDataSource(DataSource delegate, Tollbooth tollbooth) {
        super(delegate, tollbooth);
        this.wrapper = tollbooth.connects().wrapper("");
    }

    @Override
    public @Nullable Connection getConnection() throws SQLException {
        return connect(delegate::getConnection, "");
    }

    @Override
    public @Nullable Connection getConnection(@Nullable String user, @Nullable String password) throws SQLException {
        return connect(() -> delegate.getConnection(user, password), user == null ? "" : user);
    }

    @Override
    public ConnectionBuilder createConnectionBuilder() throws SQLException {
        return new Builder(delegate.createConnectionBuilder());
    }

    private @Nullable Connection connect(Connecting<Connection> driver, String user) throws SQLException {
        return tollbooth.connects().connect(driver, user, wrapper);
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return Wrapping.unwrap(this, delegate, type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return Wrapping.isWrapperFor(this, delegate, type);
    }

    /** A builder whose connection is accounted; every other method returns itself, as JDBC says. */
    private final class Builder implements ConnectionBuilder {
        private final ConnectionBuilder builder;
        private String user = "";

        Builder(ConnectionBuilder builder) {
            this.builder = builder;
        }

        @Override
        public ConnectionBuilder user(@Nullable String name) {
            builder.user(name);
            user = name == null ? "" : name;
            return this;
        }

        @Override
        public ConnectionBuilder password(@Nullable String password) {
            builder.password(password);
            return this;
        }

        @Override
        public ConnectionBuilder shardingKey(@Nullable ShardingKey key) {
            builder.shardingKey(key);
            return this;
        }

        @Override
        public ConnectionBuilder superShardingKey(@Nullable ShardingKey key) {
            builder.superShardingKey(key);
            return this;
        }

        @Override
        public @Nullable Connection build() throws SQLException {
            return connect(builder::build, user);
        }
    }
}
