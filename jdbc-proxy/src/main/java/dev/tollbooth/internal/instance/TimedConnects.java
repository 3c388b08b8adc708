package dev.tollbooth.internal.instance;

import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.execution.AccountingContext;
import dev.tollbooth.internal.proxy.ConnectionWrapper;
import dev.tollbooth.internal.vendor.VendorInterfaces;
import dev.tollbooth.statement.EventKind;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.PooledConnection;
import org.jspecify.annotations.Nullable;

/**
 * A connector that opens connections for one instance. It times the driver's call, and wraps the connection.
 *
 * <p>A failure of accounting is counted, and the application gets the driver's own connection. Thread-safe.
 */
public final class TimedConnects {

    private final boolean enabled;
    private final AccountingContext instruments;
    private final Failures failures;
    private final VendorInterfaces vendorInterfaces;

    /** Makes an object that neither times nor wraps if {@code enabled} is false. */
    TimedConnects(boolean enabled, AccountingContext instruments, VendorInterfaces vendorInterfaces) {
        this.enabled = enabled;
        this.instruments = instruments;
        this.failures = instruments.failures();
        this.vendorInterfaces = vendorInterfaces;
    }

    /** Returns a wrapper for connections of the driver's own {@code url}, which is empty for a data source. */
    public ConnectionWrapper wrapper(String url) {
        return new ConnectionWrapper(instruments, vendorInterfaces, url);
    }

    /** Opens a connection; with {@code tollbooth.enabled=false} it is the driver's own. */
    @Nullable
    public Connection connect(Connecting<Connection> driver, String user, ConnectionWrapper wrapper)
            throws SQLException {
        if (!enabled) {
            return driver.connect();
        }
        Connection connection = timed(driver);
        try {
            return wrapper.wrap(connection, user);
        } catch (Throwable t) {
            try {
                failures.caught(Place.CONNECT, t);
            } catch (VirtualMachineError | LinkageError more) {
                failures.uncounted++;
            }
            return connection; // the driver's own: losing or closing it would be worse
        }
    }

    /** Opens and returns a pooled connection, which a pool or a transaction manager keeps. */
    @Nullable
    public PooledConnection pooled(Connecting<? extends PooledConnection> driver, String user) throws SQLException {
        if (!enabled) {
            return driver.connect();
        }
        PooledConnection connection = timed(driver);
        try {
            return wrapper("").wrap(connection, user);
        } catch (Throwable t) {
            try {
                failures.caught(Place.CONNECT, t);
            } catch (VirtualMachineError | LinkageError more) {
                failures.uncounted++;
            }
            return connection; // the driver's own: losing or closing it would be worse
        }
    }

    private <C> @Nullable C timed(Connecting<C> driver) throws SQLException {
        long start = instruments.start(Place.CONNECT);
        C connection;
        try {
            connection = driver.connect();
        } catch (Throwable failure) {
            instruments.event(EventKind.CONNECT, start, failure);
            throw failure;
        }
        if (connection != null) {
            instruments.event(EventKind.CONNECT, start, null);
        }
        return connection;
    }
}
