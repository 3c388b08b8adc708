package dev.tollbooth.jdbc;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.bean.DelegateProperties;
import dev.tollbooth.internal.proxy.Connecting;
import dev.tollbooth.internal.proxy.ConnectionWrapper;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.ShardingKeyBuilder;
import java.util.logging.Logger;
import javax.sql.CommonDataSource;
import javax.sql.PooledConnection;
import org.jspecify.annotations.Nullable;

/**
 * A base of data sources that forwards the common methods to a delegate. The delegate is given, or created from the
 * properties at the first call that needs it. No method that a framework's proxy must override is final.
 *
 * <p>As thread-safe as the delegate.
 *
 * @param <D> the type of the delegate
 */
abstract class ForwardingDataSource<D extends CommonDataSource> implements CommonDataSource, AutoCloseable {

    private final Class<D> kind;

    @GuardedBy("this")
    private final DelegateProperties properties = new DelegateProperties();

    /**
     * The opener of accounted connections, written before the delegate; null if the delegate accounts for them itself, or
     * nobody does.
     */
    private @Nullable ConnectionWrapper connects;

    /** The delegate; null until it is created from the properties. */
    private volatile @Nullable D delegate;

    /** Makes a data source that creates its delegate at the first use, from its properties. */
    ForwardingDataSource(Class<D> kind) {
        this.kind = kind;
    }

    ForwardingDataSource(Class<D> kind, @Nullable D delegate, @Nullable Tollbooth tollbooth) {
        if (delegate == null || tollbooth == null) {
            throw new IllegalArgumentException((delegate == null ? "delegate" : "tollbooth")
                    + "=null: give the data source to wrap and an instance," + " such as Tollbooth.shared()");
        }
        this.kind = kind;
        this.connects = tollbooth.instance().connects("");
        this.delegate = delegate;
    }

    /** Returns the delegate, created on first use. */
    D delegate() throws SQLException {
        D known = delegate;
        return known == null ? make() : known;
    }

    private synchronized D make() throws SQLException {
        D made = delegate;
        if (made == null) {
            made = make(properties);
            delegate = made;
        }
        return made;
    }

    /** Creates the delegate with the properties {@code described}, and the opener of its connections. */
    D make(DelegateProperties described) throws SQLException {
        try {
            Class<? extends D> type = described.type(kind);
            connects = Tollbooth.shared(described.settings()).instance().connects("");
            // last, because only this method can close a delegate that it created
            return described.make(type);
        } catch (SettingsException e) {
            throw new SQLException(e.getMessage(), "08001", e);
        }
    }

    /** Opens and returns a connection of {@code user}, which is null for the delegate's own. */
    @Nullable
    Connection connect(Connecting<Connection> driver, @Nullable String user) throws SQLException {
        ConnectionWrapper accounted = connects;
        return accounted == null ? driver.connect() : accounted.connect(driver, user == null ? "" : user);
    }

    /** Opens and returns a pooled connection of {@code user}, which is null for the delegate's own. */
    @Nullable
    PooledConnection pooled(Connecting<? extends PooledConnection> driver, @Nullable String user) throws SQLException {
        ConnectionWrapper accounted = connects;
        return accounted == null ? driver.connect() : accounted.pooled(driver, user == null ? "" : user);
    }

    private synchronized @Nullable String own(String name) {
        return properties.get(name);
    }

    private synchronized @Nullable String ownOrDelegates(String name) {
        D known = delegate;
        String own = properties.get(name);
        return own != null || known == null ? own : DelegateProperties.of(known, name);
    }

    private synchronized void set(String name, @Nullable String value) {
        if (delegate != null) {
            throw new IllegalStateException("data source is complete: property=" + name
                    + "; make it without parameters, and set its properties before the first connection");
        }
        properties.set(name, value);
    }

    /**
     * {@return the URL that was set, with Tollbooth's prefix, else the URL of a given delegate; null if there is none}
     */
    public @Nullable String getUrl() {
        return ownOrDelegates(DelegateProperties.URL);
    }

    /**
     * Sets the URL.
     *
     * @param url the driver's own, with Tollbooth's prefix or without; settings may be among its parameters
     * @throws IllegalArgumentException if it is no JDBC URL
     * @throws IllegalStateException if the delegate was given, or is created already
     */
    public void setUrl(@Nullable String url) {
        set(DelegateProperties.URL, url);
    }

    /** {@return the user that was set, else the user of a given delegate; null if there is none} */
    public @Nullable String getUser() {
        return ownOrDelegates(DelegateProperties.USER);
    }

    /**
     * Sets the user of connections that are requested without one.
     *
     * @param user the name
     * @throws IllegalStateException if the delegate was given, or is created already
     */
    public void setUser(@Nullable String user) {
        set(DelegateProperties.USER, user);
    }

    /** {@return the password set by {@link #setPassword}, or null} The password of a given delegate is not returned. */
    public @Nullable String getPassword() {
        return own(DelegateProperties.PASSWORD);
    }

    /**
     * Sets the password of the user.
     *
     * @param password the password
     * @throws IllegalStateException if the delegate was given, or is created already
     */
    public void setPassword(@Nullable String password) {
        set(DelegateProperties.PASSWORD, password);
    }

    /** {@return the class of the delegate to create, or null} */
    public @Nullable String getDataSourceClassName() {
        return own(DelegateProperties.CLASS_NAME);
    }

    /**
     * Sets the class of the delegate to create. The delegate gets the other properties.
     *
     * @param className the driver's own class, with a constructor without parameters
     * @throws IllegalStateException if the delegate was given, or is created already
     */
    public void setDataSourceClassName(@Nullable String className) {
        set(DelegateProperties.CLASS_NAME, className);
    }

    /** {@return the list set by {@link #setConnectionProperties}, or null} */
    public @Nullable String getConnectionProperties() {
        return own(DelegateProperties.OTHERS);
    }

    /**
     * Sets all other properties: those of the driver, or of the delegate's class if one is named, and Tollbooth's
     * settings. Blanks around names and values are ignored.
     *
     * @param list a list such as {@code ssl=true;tollbooth.name=orders}; in a value {@code \;} is a semicolon
     * @throws IllegalStateException if the delegate was given, or is created already
     */
    public void setConnectionProperties(@Nullable String list) {
        set(DelegateProperties.OTHERS, list);
    }

    /** Closes the delegate if it can be closed; the Tollbooth instance stays open. */
    @Override
    public void close() throws SQLException {
        D known = delegate;
        if (known instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (SQLException | RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new SQLException(
                        "data source could not be closed: " + known.getClass().getName(), e);
            }
        }
    }

    @Override
    public @Nullable PrintWriter getLogWriter() throws SQLException {
        return delegate().getLogWriter();
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) throws SQLException {
        delegate().setLogWriter(out);
    }

    /**
     * Sets the delegate's login timeout, or keeps it until the delegate is created. A kept timeout has no effect if the
     * driver has none.
     */
    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        synchronized (this) {
            if (delegate == null) {
                properties.setLoginTimeout(seconds);
                return;
            }
        }
        delegate().setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        synchronized (this) {
            if (delegate == null) {
                return properties.loginTimeout();
            }
        }
        return delegate().getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        D known = delegate;
        return known == null ? Logger.getLogger("dev.tollbooth") : known.getParentLogger();
    }

    @Override
    public ShardingKeyBuilder createShardingKeyBuilder() throws SQLException {
        return delegate().createShardingKeyBuilder();
    }

    @Override
    public String toString() {
        D known = delegate;
        return known == null ? getClass().getSimpleName() + ", not used yet" : known.toString();
    }
}
