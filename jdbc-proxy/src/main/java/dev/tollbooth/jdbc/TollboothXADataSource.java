package dev.tollbooth.jdbc;

import java.sql.SQLException;
import java.sql.ShardingKey;
import javax.sql.XAConnection;
import javax.sql.XAConnectionBuilder;
import javax.sql.XADataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source for distributed transactions that accounts for its connections and times commits and rollbacks. Its
 * delegate is given, or created from a class.
 *
 * <p>As thread-safe as the delegate.
 */
public class TollboothXADataSource extends ForwardingDataSource<XADataSource> implements XADataSource {

    /** Makes a data source that {@link #setDataSourceClassName} and the other properties complete. */
    public TollboothXADataSource() {
        super(XADataSource.class);
    }

    /**
     * Wraps {@code delegate}; {@link Tollbooth#shared()} accounts for the connections.
     *
     * @param delegate the data source that opens the connections; it is closed with this object, if it can be closed
     */
    public TollboothXADataSource(XADataSource delegate) {
        this(delegate, Tollbooth.shared());
    }

    /**
     * Wraps {@code delegate}; {@code tollbooth} accounts for the connections.
     *
     * @param delegate the data source that opens the connections; it is closed with this object, if it can be closed
     * @param tollbooth the instance, which stays open after this data source
     * @throws IllegalArgumentException if one of them is null
     */
    public TollboothXADataSource(XADataSource delegate, Tollbooth tollbooth) {
        super(XADataSource.class, delegate, tollbooth);
    }

    @Override
    public @Nullable XAConnection getXAConnection() throws SQLException {
        return (XAConnection) pooled(delegate()::getXAConnection, null);
    }

    @Override
    public @Nullable XAConnection getXAConnection(@Nullable String user, @Nullable String password)
            throws SQLException {
        XADataSource source = delegate();
        return (XAConnection) pooled(() -> source.getXAConnection(user, password), user);
    }

    @Override
    public XAConnectionBuilder createXAConnectionBuilder() throws SQLException {
        return new Builder(this, delegate().createXAConnectionBuilder());
    }

    /**
     * A builder of an accounted connection. Every method except {@code build} returns the builder, as JDBC specifies.
     */
    private static final class Builder implements XAConnectionBuilder {
        private final TollboothXADataSource source;
        private final XAConnectionBuilder builder;
        private @Nullable String user;

        Builder(TollboothXADataSource source, XAConnectionBuilder builder) {
            this.source = source;
            this.builder = builder;
        }

        @Override
        public XAConnectionBuilder user(@Nullable String name) {
            builder.user(name);
            user = name;
            return this;
        }

        @Override
        public XAConnectionBuilder password(@Nullable String password) {
            builder.password(password);
            return this;
        }

        @Override
        public XAConnectionBuilder shardingKey(@Nullable ShardingKey key) {
            builder.shardingKey(key);
            return this;
        }

        @Override
        public XAConnectionBuilder superShardingKey(@Nullable ShardingKey key) {
            builder.superShardingKey(key);
            return this;
        }

        @Override
        public @Nullable XAConnection build() throws SQLException {
            return (XAConnection) source.pooled(builder::build, user);
        }
    }
}
