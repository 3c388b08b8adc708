package dev.tollbooth.benchmarks.noop;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A connection to nothing, or to an echo.
 *
 * <p>Not thread-safe.
 */
abstract class NoopConnection implements Connection {

    private static final MethodHandle NEW_META_DATA =
            NoopClass.constructor(MethodHandles.lookup(), NoopMetaData.class, NoopConnection.class, String.class);
    private static final MethodHandle NEW_STATEMENT =
            NoopClass.constructor(MethodHandles.lookup(), NoopStatement.class, NoopConnection.class, int.class);
    private static final MethodHandle NEW_PREPARED_STATEMENT =
            NoopClass.constructor(MethodHandles.lookup(), NoopPreparedStatement.class, NoopConnection.class, int.class);

    private final NoopDriver driver;
    private final String url;
    private final int rows;
    private final @Nullable Echo echo;
    private long executions;
    private boolean closed;

    NoopConnection(NoopDriver driver, String url, int rows, @Nullable Echo echo) {
        this.driver = driver;
        this.url = url;
        this.rows = rows;
        this.echo = echo;
    }

    void executed(int times) throws SQLException {
        executions += times;
        Echo far = echo;
        if (far != null) {
            try {
                far.roundTrip();
            } catch (IOException e) {
                throw new SQLException("round trip failed", e);
            }
        }
    }

    @Override
    public Statement createStatement() throws SQLException {
        try {
            return (NoopStatement) NEW_STATEMENT.invokeExact(this, rows);
        } catch (Throwable e) {
            throw new SQLException("cannot make a statement", e);
        }
    }

    @Override
    public PreparedStatement prepareStatement(String sql) throws SQLException {
        try {
            return (NoopPreparedStatement) NEW_PREPARED_STATEMENT.invokeExact(this, rows);
        } catch (Throwable e) {
            throw new SQLException("cannot make a statement", e);
        }
    }

    @Override
    public DatabaseMetaData getMetaData() throws SQLException {
        try {
            return (NoopMetaData) NEW_META_DATA.invokeExact(this, url);
        } catch (Throwable e) {
            throw new SQLException("cannot make metadata", e);
        }
    }

    @Override
    public boolean getAutoCommit() {
        return true;
    }

    @Override
    public boolean isValid(int timeoutSeconds) {
        return !closed;
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() throws SQLException {
        if (closed) {
            return;
        }
        closed = true;
        driver.add(executions);
        Echo far = echo;
        if (far != null) {
            try {
                far.close();
            } catch (IOException e) {
                throw new SQLException("cannot close the connection to the echo server", e);
            }
        }
    }
}
