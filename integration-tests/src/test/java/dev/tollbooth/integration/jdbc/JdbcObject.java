package dev.tollbooth.integration.jdbc;

import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.integration.workload.Route;
import dev.tollbooth.jdbc.TollboothConnectionPoolDataSource;
import dev.tollbooth.jdbc.TollboothDataSource;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;
import javax.sql.ConnectionPoolDataSource;
import javax.sql.DataSource;
import javax.sql.PooledConnection;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;

/** A kind of object that an application gets from a driver or from Tollbooth, with the way to get one. */
enum JdbcObject {
    CONNECTION(Connection.class),
    STATEMENT(Statement.class),
    PREPARED_STATEMENT(PreparedStatement.class),
    CALLABLE_STATEMENT(CallableStatement.class),
    RESULT_SET(ResultSet.class),
    META_DATA(DatabaseMetaData.class),
    DATA_SOURCE(DataSource.class),
    POOL_DATA_SOURCE(ConnectionPoolDataSource.class),
    XA_DATA_SOURCE(XADataSource.class),
    POOLED_CONNECTION(PooledConnection.class),
    XA_CONNECTION(XAConnection.class),
    XA_RESOURCE(XAResource.class);

    private final Class<?> type;

    JdbcObject(Class<?> type) {
        this.type = type;
    }

    /** Returns the interface whose methods the object has. */
    Class<?> type() {
        return type;
    }

    /**
     * Returns a new one that is ready to be used: executed and on its first row, as far as it has any.
     *
     * @param connection the connection that it is of, where it is of one
     * @return it, last, behind the objects that it is of
     */
    Object[] open(Route route, Endpoint endpoint, Connection connection) throws Exception {
        return switch (this) {
            case CONNECTION -> new Object[] {connection};
            case STATEMENT -> new Object[] {connection, connection.createStatement()};
            case PREPARED_STATEMENT -> {
                PreparedStatement prepared = connection.prepareStatement("SELECT id, name FROM t WHERE id = ?");
                prepared.setInt(1, 1);
                yield new Object[] {connection, prepared};
            }
            case CALLABLE_STATEMENT -> new Object[] {connection, call(connection)};
            case RESULT_SET -> {
                Statement statement =
                        connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE);
                ResultSet rows = statement.executeQuery("SELECT id, name FROM t ORDER BY id");
                rows.next();
                yield new Object[] {connection, statement, rows};
            }
            case META_DATA -> new Object[] {connection, connection.getMetaData()};
            case DATA_SOURCE -> new Object[] {dataSource(route, endpoint)};
            case POOL_DATA_SOURCE -> new Object[] {poolDataSource(route, endpoint)};
            case XA_DATA_SOURCE -> new Object[] {route.xaDataSource(endpoint)};
            case POOLED_CONNECTION ->
                new Object[] {poolDataSource(route, endpoint).getPooledConnection()};
            case XA_CONNECTION -> new Object[] {route.xaDataSource(endpoint).getXAConnection()};
            case XA_RESOURCE -> {
                XAConnection xa = route.xaDataSource(endpoint).getXAConnection();
                yield new Object[] {xa, xa.getXAResource()};
            }
        };
    }

    /** Returns whether the object belongs to a connection that {@link #open} gets. */
    boolean isOfConnection() {
        return compareTo(META_DATA) <= 0;
    }

    /** Returns the indexes of its objects that can be closed: the object itself, and those that it belongs to. */
    List<Integer> closings() {
        return switch (this) {
            case CONNECTION, POOLED_CONNECTION, XA_CONNECTION, META_DATA, XA_RESOURCE -> List.of(0);
            case STATEMENT, PREPARED_STATEMENT, CALLABLE_STATEMENT -> List.of(0, 1);
            case RESULT_SET -> List.of(0, 1, 2);
            case DATA_SOURCE, POOL_DATA_SOURCE, XA_DATA_SOURCE -> List.of();
        };
    }

    private static CallableStatement call(Connection connection) throws SQLException {
        CallableStatement call = connection.prepareCall("{? = call abs(?)}");
        call.registerOutParameter(1, Types.INTEGER);
        call.setInt(2, -3);
        call.execute();
        return call;
    }

    private static DataSource dataSource(Route route, Endpoint endpoint) throws SQLException {
        DataSource drivers = endpoint.driverDataSource();
        return route == Route.DIRECT ? drivers : new TollboothDataSource(drivers);
    }

    private static ConnectionPoolDataSource poolDataSource(Route route, Endpoint endpoint) throws SQLException {
        ConnectionPoolDataSource drivers = endpoint.driverConnectionPoolDataSource();
        return route == Route.DIRECT ? drivers : new TollboothConnectionPoolDataSource(drivers);
    }
}
