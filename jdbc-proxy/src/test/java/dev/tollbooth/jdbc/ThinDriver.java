package dev.tollbooth.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import javax.sql.DataSource;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.implementation.StubMethod;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * A driver that needs little stack and memory. It counts its calls, so that a test can check the results that the
 * application sees.
 */
public abstract class ThinDriver implements DataSource {

    /** The last connection that was opened. */
    public ThinConnection last;

    /** Makes a driver. */
    public static ThinDriver create() {
        return stub(ThinDriver.class);
    }

    /** A class of each type whose abstract methods return null, zero or false, generated once because that is slow. */
    private static final ClassValue<Class<?>> STUBS = new ClassValue<>() {
        @Override
        protected Class<?> computeValue(Class<?> type) {
            return new ByteBuddy()
                    .subclass(type)
                    .method(ElementMatchers.isAbstract())
                    .intercept(StubMethod.INSTANCE)
                    .make()
                    .load(type.getClassLoader())
                    .getLoaded();
        }
    };

    /** Returns an object of {@code type} whose abstract methods return null, zero or false. */
    static <T> T stub(Class<T> type) {
        try {
            return type.cast(STUBS.get(type).getDeclaredConstructor().newInstance());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public final Connection getConnection() throws SQLException {
        last = stub(ThinConnection.class);
        return last;
    }

    /** A connection that counts statements, transactions and closes. */
    public abstract static class ThinConnection implements Connection {

        private final ThinMetaData metaData = stub(ThinMetaData.class);

        /** The statement that the next {@code prepareStatement} returns. */
        public ThinStatement next = stub(ThinStatement.class);
        /** The number of successful calls. */
        public int done;

        private PreparedStatement other;

        /** Sets the statement that the next {@code prepareStatement} returns. */
        public final void handOut(PreparedStatement statement) {
            other = statement;
        }

        @Override
        public final DatabaseMetaData getMetaData() {
            done++;
            return metaData;
        }

        @Override
        public final boolean getAutoCommit() {
            return true;
        }

        @Override
        public final PreparedStatement prepareStatement(String sql) {
            done++;
            return other == null ? next : other;
        }

        @Override
        public final Statement createStatement() {
            done++;
            return next;
        }

        @Override
        public final void commit() {
            done++;
        }

        @Override
        public final void rollback() {
            done++;
        }

        @Override
        public final void setAutoCommit(boolean on) {
            done++;
        }

        @Override
        public final void setSchema(String schema) {
            done++;
        }

        @Override
        public final SQLWarning getWarnings() {
            done++;
            return null;
        }

        @Override
        public final void close() {
            done++;
        }
    }

    /** The metadata of a database that Tollbooth does not know. */
    public abstract static class ThinMetaData implements DatabaseMetaData {

        @Override
        public final String getDriverName() {
            return "thin";
        }

        @Override
        public final String getDatabaseProductName() {
            return "thin";
        }

        @Override
        public final String getURL() {
            return "jdbc:thin";
        }

        @Override
        public final String getUserName() {
            return "app";
        }
    }

    /** A statement that counts executions. */
    public abstract static class ThinStatement implements PreparedStatement {

        private static final SQLException REFUSED = new SQLException("refused", "23505");

        private static final int[] COUNTS = {1, 1};
        /** The result of each query. */
        public final ThinRows rows = stub(ThinRows.class);
        /** The number of successful calls. */
        public int done;
        /** The number of successful calls that executed a statement. */
        public int executions;

        @Override
        public final int executeUpdate() {
            done++;
            executions++;
            return 1;
        }

        @Override
        public final int executeUpdate(String sql) {
            done++;
            executions++;
            return 1;
        }

        @Override
        public final long executeLargeUpdate() throws SQLException {
            executions++;
            throw REFUSED;
        }

        @Override
        public final boolean execute() {
            done++;
            executions++;
            return true;
        }

        @Override
        public final ResultSet executeQuery() {
            done++;
            executions++;
            rows.left = 2;
            return rows;
        }

        @Override
        public final ResultSet getResultSet() {
            done++;
            rows.left = 2;
            return rows;
        }

        @Override
        public final ResultSet getGeneratedKeys() {
            done++;
            return rows;
        }

        @Override
        public final void addBatch(String sql) {
            done++;
        }

        @Override
        public final int[] executeBatch() {
            done++;
            executions++;
            return COUNTS;
        }

        @Override
        public final void close() {
            done++;
        }
    }

    /** A result of two rows. */
    public abstract static class ThinRows implements ResultSet {

        /** The number of rows not read yet. */
        public int left;
        /** The fetch size that the driver reports; above 0 each call may fetch. */
        public int fetchSize;
        /** The number of successful calls. */
        public int done;

        @Override
        public final boolean next() {
            done++;
            return left-- > 0;
        }

        @Override
        public final int getFetchSize() {
            return fetchSize;
        }

        @Override
        public final int getInt(int column) {
            return column;
        }

        @Override
        public final void close() {
            done++;
        }
    }
}
