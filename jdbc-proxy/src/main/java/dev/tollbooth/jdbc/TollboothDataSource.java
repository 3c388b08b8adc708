package dev.tollbooth.jdbc;

import dev.tollbooth.internal.bean.DelegateProperties;
import dev.tollbooth.internal.proxy.Wrapping;
import java.sql.Connection;
import java.sql.ConnectionBuilder;
import java.sql.SQLException;
import java.sql.ShardingKey;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source that accounts for its connections. Its delegate is given, or created from a class or a URL. Pools and
 * containers construct it without parameters and set its properties; frameworks may make proxies of it.
 *
 * <p>As thread-safe as the delegate.
 */
public class TollboothDataSource extends ForwardingDataSource<DataSource> implements DataSource {

    /** Makes a data source that {@link #setUrl} or {@link #setDataSourceClassName} completes. */
    public TollboothDataSource() {
        super(DataSource.class);
    }

    /**
     * Wraps {@code delegate}; {@link Tollbooth#shared()} accounts for the connections.
     *
     * @param delegate the data source that opens the connections; it is closed with this object, if it can be closed
     */
    public TollboothDataSource(DataSource delegate) {
        this(delegate, Tollbooth.shared());
    }

    /**
     * Wraps {@code delegate}; {@code tollbooth} accounts for the connections.
     *
     * @param delegate the data source that opens the connections; it is closed with this object, if it can be closed
     * @param tollbooth the instance, which stays open after this data source
     * @throws IllegalArgumentException if one of them is null
     */
    public TollboothDataSource(DataSource delegate, Tollbooth tollbooth) {
        super(DataSource.class, delegate, tollbooth);
    }

    @Override
    DataSource make(DelegateProperties described) throws SQLException {
        return described.get(DelegateProperties.CLASS_NAME) == null
                ? described.byUrl(new TollboothDriver()) // which accounts for its connections itself
                : super.make(described);
    }

    /** {@return the class of Tollbooth's driver, which opens {@link #getUrl}} */
    public String getDriverClassName() {
        return TollboothDriver.class.getName();
    }

    @Override
    public @Nullable Connection getConnection() throws SQLException {
        return connect(delegate()::getConnection, null);
    }

    @Override
    public @Nullable Connection getConnection(@Nullable String user, @Nullable String password) throws SQLException {
        DataSource source = delegate();
        return connect(() -> source.getConnection(user, password), user);
    }

    @Override
    public ConnectionBuilder createConnectionBuilder() throws SQLException {
        return new Builder(this, delegate().createConnectionBuilder());
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return Wrapping.unwrap(this, delegate(), type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return Wrapping.isWrapperFor(this, delegate(), type);
    }

    /**
     * A builder of an accounted connection. Every method except {@code build} returns the builder, as JDBC specifies.
     */
    private static final class Builder implements ConnectionBuilder {
        private final TollboothDataSource source;
        private final ConnectionBuilder builder;
        private @Nullable String user;

        Builder(TollboothDataSource source, ConnectionBuilder builder) {
            this.source = source;
            this.builder = builder;
        }

        @Override
        public ConnectionBuilder user(@Nullable String name) {
            builder.user(name);
            user = name;
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
            return source.connect(builder::build, user);
        }
    }
}
