package dev.tollbooth.jdbc;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.bean.DelegateProperties;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.ShardingKeyBuilder;
import java.util.logging.Logger;
import javax.sql.CommonDataSource;
import org.jspecify.annotations.Nullable;

/**
 * Forwards the methods that all kinds of data sources have to a delegate. It is given, or made from the properties at the first
 * call that needs it. Nothing that a proxy must override is final.
 *
 * <p>Thread-safe where the delegate is.
 *
 * @param <D> the kind of the delegate
 */
abstract class ForwardingDataSource<D extends CommonDataSource> implements CommonDataSource, AutoCloseable {

    private final Class<D> kind;

    @GuardedBy("this")
    private final DelegateProperties properties = new DelegateProperties();

    /** Null until it is made by the properties. */
    private volatile @Nullable Wrapped<D> wrapped;

    /** Makes one whose delegate is made by its properties, when it is needed. */
    ForwardingDataSource(Class<D> kind) {
        this.kind = kind;
    }

    ForwardingDataSource(Class<D> kind, @Nullable D delegate, @Nullable Tollbooth tollbooth) {
        if (delegate == null || tollbooth == null) {
            throw new IllegalArgumentException((delegate == null ? "delegate" : "tollbooth")
                    + "=null: give the data source to wrap and an instance," + " such as Tollbooth.shared()");
        }
        this.kind = kind;
        this.wrapped = Wrapped.of(delegate, tollbooth);
    }

    /** Returns the delegate and who accounts for it. */
    Wrapped<D> wrapped() throws SQLException {
        Wrapped<D> known = wrapped;
        return known == null ? make() : known;
    }

    private synchronized Wrapped<D> make() throws SQLException {
        Wrapped<D> made = wrapped;
        if (made == null) {
            made = make(properties);
            wrapped = made;
        }
        return made;
    }

    /** Makes the delegate that {@code described} describes. */
    Wrapped<D> make(DelegateProperties described) throws SQLException {
        try {
            Class<? extends D> type = described.type(kind);
            Tollbooth tollbooth = Tollbooth.shared(described.settings());
            // last: a delegate that is made here has nobody else to close it
            return Wrapped.of(described.make(type), tollbooth);
        } catch (SettingsException e) {
            throw new SQLException(e.getMessage(), "08001", e);
        }
    }

    private synchronized @Nullable String own(String name) {
        return properties.get(name);
    }

    private synchronized @Nullable String ownOrDelegates(String name) {
        Wrapped<D> known = wrapped;
        String own = properties.get(name);
        return own != null || known == null ? own : DelegateProperties.of(known.delegate(), name);
    }

    private synchronized void set(String name, @Nullable String value) {
        if (wrapped != null) {
            throw new IllegalStateException("data source is complete: property=" + name
                    + "; make it without parameters, and set its properties before the first connection");
        }
        properties.set(name, value);
    }

    /** {@return the URL, with Tollbooth's prefix; that of the delegate, where that was given and says one, or null} */
    public @Nullable String getUrl() {
        return ownOrDelegates(DelegateProperties.URL);
    }

    /**
     * Sets the URL.
     *
     * @param url the driver's own, with Tollbooth's prefix or without; settings may be among its parameters
     * @throws IllegalArgumentException if it is no JDBC URL
     * @throws IllegalStateException if the delegate was given, or is made already
     */
    public void setUrl(@Nullable String url) {
        set(DelegateProperties.URL, url);
    }

    /** {@return the user; that of the delegate, where that was given and says one, or null} */
    public @Nullable String getUser() {
        return ownOrDelegates(DelegateProperties.USER);
    }

    /**
     * Sets the user that connections without one of their own have.
     *
     * @param user the name
     * @throws IllegalStateException if the delegate was given, or is made already
     */
    public void setUser(@Nullable String user) {
        set(DelegateProperties.USER, user);
    }

    /** {@return what {@link #setPassword} was given, or null} The password of a given delegate stays there. */
    public @Nullable String getPassword() {
        return own(DelegateProperties.PASSWORD);
    }

    /**
     * Sets the password of the user.
     *
     * @param password the password
     * @throws IllegalStateException if the delegate was given, or is made already
     */
    public void setPassword(@Nullable String password) {
        set(DelegateProperties.PASSWORD, password);
    }

    /** {@return the class of the delegate to make, or null} */
    public @Nullable String getDataSourceClassName() {
        return own(DelegateProperties.CLASS_NAME);
    }

    /**
     * Sets the class of the delegate to make, which gets the other properties.
     *
     * @param className the driver's own, with a constructor without parameters
     * @throws IllegalStateException if the delegate was given, or is made already
     */
    public void setDataSourceClassName(@Nullable String className) {
        set(DelegateProperties.CLASS_NAME, className);
    }

    /** {@return what {@link #setConnectionProperties} was given, or null} */
    public @Nullable String getConnectionProperties() {
        return own(DelegateProperties.OTHERS);
    }

    /**
     * Sets all else: the driver's properties, or those of the delegate's class where one is named, and Tollbooth's settings.
     * Blanks around names and values do not count.
     *
     * @param list as {@code ssl=true;tollbooth.name=orders}; in a value {@code \;} is a semicolon
     * @throws IllegalStateException if the delegate was given, or is made already
     */
    public void setConnectionProperties(@Nullable String list) {
        set(DelegateProperties.OTHERS, list);
    }

    /** Closes the delegate where it can be closed; the Tollbooth instance stays open. */
    @Override
    public void close() throws SQLException {
        Wrapped<D> known = wrapped;
        D delegate = known == null ? null : known.delegate();
        if (delegate instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (SQLException | RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new SQLException(
                        "data source could not be closed: "
                                + delegate.getClass().getName(),
                        e);
            }
        }
    }

    @Override
    public @Nullable PrintWriter getLogWriter() throws SQLException {
        return wrapped().delegate().getLogWriter();
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) throws SQLException {
        wrapped().delegate().setLogWriter(out);
    }

    /**
     * Sets the delegate's login timeout, or keeps it until the delegate is made. A kept one has no effect where the driver has
     * no login timeout.
     */
    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        synchronized (this) {
            if (wrapped == null) {
                properties.setLoginTimeout(seconds);
                return;
            }
        }
        wrapped().delegate().setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        synchronized (this) {
            if (wrapped == null) {
                return properties.loginTimeout();
            }
        }
        return wrapped().delegate().getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        Wrapped<D> known = wrapped;
        return known == null
                ? Logger.getLogger("dev.tollbooth")
                : known.delegate().getParentLogger();
    }

    @Override
    public ShardingKeyBuilder createShardingKeyBuilder() throws SQLException {
        return wrapped().delegate().createShardingKeyBuilder();
    }

    @Override
    public String toString() {
        Wrapped<D> known = wrapped;
        return known == null
                ? getClass().getSimpleName() + ", not used yet"
                : known.delegate().toString();
    }
}
