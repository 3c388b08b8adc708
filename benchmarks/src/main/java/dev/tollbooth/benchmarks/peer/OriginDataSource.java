package dev.tollbooth.benchmarks.peer;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A data source of an origin, in the form that most peers wrap. It is no pool. */
public final class OriginDataSource implements DataSource {

    private final Origin origin;

    /** Makes a data source that connects as {@code origin} does. */
    public OriginDataSource(Origin origin) {
        this.origin = origin;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return origin.connect();
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return origin.connect();
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public Logger getParentLogger() {
        return Logger.getGlobal();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        throw new SQLException("not wrapped here: type=" + type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }
}
