package dev.tollbooth.benchmarks.noop;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.atomic.LongAdder;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A JDBC driver that does nothing: {@code jdbc:noop:ROWS} opens connections whose queries have ROWS rows of invented
 * values. A reused statement allocates nothing. With {@code jdbc:noop:ROWS:PORT} each execution is one round trip to
 * the {@link EchoServer} on this port of the loopback interface.
 *
 * <p>Thread-safe; its connections are for one thread each.
 */
public final class NoopDriver implements Driver {

    /** The begin of every URL of this driver. */
    public static final String PREFIX = "jdbc:noop:";

    /**
     * The generated classes, created at the first use, because {@code DriverManager} loads this driver in other
     * applications too.
     */
    private static final class Written {

        static final MethodHandle NEW_CONNECTION = NoopClass.constructor(
                MethodHandles.lookup(), NoopConnection.class, NoopDriver.class, String.class, int.class, Echo.class);

        private Written() {}
    }

    static {
        register();
    }

    private final LongAdder executions = new LongAdder();

    /** Makes a driver with no executions counted. */
    public NoopDriver() {}

    /** Returns the number of statements executed on connections that are closed; a batch of n counts n. */
    public long executions() {
        return executions.sum();
    }

    private static void register() {
        try {
            DriverManager.registerDriver(new NoopDriver());
        } catch (SQLException e) {
            throw new IllegalStateException("cannot register the do-nothing driver", e);
        }
    }

    void add(long executionsOfOneConnection) {
        executions.add(executionsOfOneConnection);
    }

    @Override
    public @Nullable Connection connect(String url, @Nullable Properties info) throws SQLException {
        if (!acceptsURL(url)) {
            return null;
        }
        int colon = url.indexOf(':', PREFIX.length());
        int end = colon < 0 ? url.length() : colon;
        int rows = Integer.parseInt(url, PREFIX.length(), end, 10);
        Echo echo = colon < 0 ? null : echo(Integer.parseInt(url, colon + 1, url.length(), 10));
        try {
            return (NoopConnection) Written.NEW_CONNECTION.invokeExact(this, url, rows, echo);
        } catch (Throwable e) {
            throw new SQLException("cannot make a connection", e);
        }
    }

    private static Echo echo(int port) throws SQLException {
        try {
            return new Echo(port);
        } catch (IOException e) {
            throw new SQLException("cannot connect to the echo server: port=" + port, e);
        }
    }

    @Override
    public boolean acceptsURL(String url) {
        return url.startsWith(PREFIX);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getGlobal();
    }
}
