package dev.tollbooth.internal.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.jdbc.TollboothConnectionPoolDataSource;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.ConnectionEvent;
import javax.sql.ConnectionEventListener;
import javax.sql.ConnectionPoolDataSource;
import javax.sql.PooledConnection;
import javax.sql.StatementEvent;
import javax.sql.StatementEventListener;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests pooled connections as pools and application servers use them by JDBC's specification: events, statement caches,
 * one handle.
 */
@Tag("jdk")
final class PooledConnectionProxyTest {

    private final JdbcDataSource h2 = new JdbcDataSource();
    private final Tollbooth tollbooth =
            Tollbooth.builder().setting("name", "pooled-test").build();
    private EventingPool drivers;
    private PooledConnection pooled;
    private final List<String> events = new ArrayList<>();
    private final List<PreparedStatement> named = new ArrayList<>();

    @BeforeEach
    void open() throws SQLException {
        h2.setURL("jdbc:h2:mem:pooled-" + UUID.randomUUID());
        drivers = new EventingPool(h2.getConnection());
        ConnectionPoolDataSource source = (ConnectionPoolDataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ConnectionPoolDataSource.class},
                (self, method, arguments) -> drivers);
        pooled = new TollboothConnectionPoolDataSource(source, tollbooth).getPooledConnection();
    }

    @AfterEach
    void close() throws SQLException {
        drivers.connection.close();
        tollbooth.close();
    }

    private final StatementEventListener statementListener = new StatementEventListener() {
        @Override
        public void statementClosed(StatementEvent event) {
            assertThat(event.getSource()).isSameAs(pooled);
            named.add(event.getStatement());
        }

        @Override
        public void statementErrorOccurred(StatementEvent event) {
            statementClosed(event);
        }
    };

    private ConnectionEventListener listener(String name) {
        return new ConnectionEventListener() {
            @Override
            public void connectionClosed(ConnectionEvent event) {
                assertThat(event.getSource()).isSameAs(pooled);
                events.add(name);
            }

            @Override
            public void connectionErrorOccurred(ConnectionEvent event) {
                connectionClosed(event);
            }
        };
    }

    @Test
    void statementEvent_namesTheStatementOfTheApplication() throws SQLException {
        pooled.addStatementEventListener(statementListener);
        Connection connection = pooled.getConnection();
        PreparedStatement prepared = connection.prepareStatement("select 1");
        CallableStatement called = connection.prepareCall("call 2");
        drivers.tellOfStatement(drivers.driversOwn(prepared), false);
        drivers.tellOfStatement(drivers.driversOwn(called), true);
        assertThat(named).hasSize(2);
        assertThat(named.get(0)).isSameAs(prepared);
        assertThat(named.get(1)).isSameAs(called);
        // the next use by a statement cache
        named.get(0).execute();
        assertThat(tollbooth.statements().list()).anyMatch(row -> row.count() == 1);
    }

    @Test
    void statementEvent_ofAStatementPreparedBeforeTheListener_namesTheDrivers() throws SQLException {
        PreparedStatement prepared = pooled.getConnection().prepareStatement("select 1");
        pooled.addStatementEventListener(statementListener);
        drivers.tellOfStatement(drivers.driversOwn(prepared), false);
        assertThat(named).containsExactly(drivers.driversOwn(prepared));
    }

    @Test
    void listener_addedTwice_isToldTwiceAndRemovedTwice() {
        ConnectionEventListener twice = listener("twice");
        pooled.addConnectionEventListener(twice);
        pooled.addConnectionEventListener(listener("other"));
        pooled.addConnectionEventListener(twice);
        drivers.tellOfClose();
        assertThat(events).containsExactly("twice", "other", "twice");
        events.clear();
        pooled.removeConnectionEventListener(twice);
        drivers.tellOfClose();
        assertThat(events).containsExactly("other", "twice");
        events.clear();
        pooled.removeConnectionEventListener(twice);
        pooled.removeConnectionEventListener(twice);
        drivers.tellOfClose();
        assertThat(events).containsExactly("other");
    }

    @Test
    void statementListener_addedTwice_isRemovedTwice() throws SQLException {
        pooled.addStatementEventListener(statementListener);
        pooled.addStatementEventListener(statementListener);
        PreparedStatement prepared = pooled.getConnection().prepareStatement("select 1");
        drivers.tellOfStatement(drivers.driversOwn(prepared), false);
        assertThat(named).hasSize(2);
        pooled.removeStatementEventListener(statementListener);
        pooled.removeStatementEventListener(statementListener);
        drivers.tellOfStatement(drivers.driversOwn(prepared), false);
        assertThat(named).hasSize(2);
    }

    @Test
    void getConnection_twice_isOneHandleAsLongAsTheDriverGivesOne() throws SQLException {
        Connection first = pooled.getConnection();
        assertThat(pooled.getConnection()).isSameAs(first);
        drivers.connection = h2.getConnection();
        assertThat(pooled.getConnection()).isNotSameAs(first);
    }

    /** Tests a pool that hands the same object out again before close has returned, as MariaDB's driver does. */
    @Test
    void getConnection_withinTheCloseOfTheHandle_isAnotherOne() throws SQLException {
        drivers.closesNothing = true;
        List<Connection> next = new ArrayList<>();
        pooled.addConnectionEventListener(new ConnectionEventListener() {
            @Override
            public void connectionClosed(ConnectionEvent event) {
                try {
                    next.add(pooled.getConnection());
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            }

            @Override
            public void connectionErrorOccurred(ConnectionEvent event) {}
        });
        Connection first = pooled.getConnection();
        first.close();
        assertThat(next).hasSize(1).doesNotContain((Connection) null);
        assertThat(next.get(0)).isNotSameAs(first);
        try (Statement statement = next.get(0).createStatement();
                ResultSet rows = statement.executeQuery("select x from system_range(1, 3)")) {
            while (rows.next()) {
                rows.getInt(1);
            }
        }
        assertThat(tollbooth.statements().list()).anyMatch(row -> row.rowsSent() == 3);
    }

    @Test
    void getConnection_afterTheHandleWasClosed_isAccountedAgain() throws SQLException {
        drivers.closesNothing = true;
        pooled.getConnection().close();
        try (Statement statement = pooled.getConnection().createStatement()) {
            statement.execute("select 1");
        }
        assertThat(tollbooth.statements().list()).anyMatch(row -> row.count() == 1);
    }

    @Test
    void getResultSet_behindItsClose_isTheSameObjectUntilTheNextExecution() throws SQLException {
        Statement statement = pooled.getConnection().createStatement();
        ResultSet rows = statement.executeQuery("select 1");
        rows.close();
        ResultSet again = statement.getResultSet();
        assertThat(again).isSameAs(rows);
        ResultSet next = statement.executeQuery("select 2");
        assertThat(statement.getResultSet()).isSameAs(next).isNotSameAs(rows);
    }

    /** A driver's pooled connection that keeps its listeners in lists and notifies them when the test says so. */
    private static final class EventingPool implements PooledConnection {

        private Connection connection;
        private boolean closesNothing;
        private final List<ConnectionEventListener> listeners = new ArrayList<>();
        private final List<StatementEventListener> statementListeners = new ArrayList<>();

        EventingPool(Connection connection) {
            this.connection = connection;
        }

        @Override
        public Connection getConnection() {
            return closesNothing ? unclosed() : connection;
        }

        private Connection unclosed() {
            Connection target = connection;
            connection = (Connection) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Connection.class}, (self, method, arguments) -> {
                        if (!method.getName().equals("close")) {
                            return method.invoke(target, arguments);
                        }
                        tellOfClose();
                        return null;
                    });
            closesNothing = false;
            return connection;
        }

        PreparedStatement driversOwn(PreparedStatement application) throws SQLException {
            return (PreparedStatement) ((StatementProxy) application).delegate;
        }

        void tellOfClose() {
            List.copyOf(listeners).forEach(listener -> listener.connectionClosed(new ConnectionEvent(this)));
        }

        void tellOfStatement(PreparedStatement statement, boolean failed) {
            for (StatementEventListener listener : List.copyOf(statementListeners)) {
                if (failed) {
                    listener.statementErrorOccurred(new StatementEvent(this, statement, new SQLException("broken")));
                } else {
                    listener.statementClosed(new StatementEvent(this, statement));
                }
            }
        }

        @Override
        public void close() {
            tellOfClose();
        }

        @Override
        public void addConnectionEventListener(ConnectionEventListener listener) {
            listeners.add(listener);
        }

        @Override
        public void removeConnectionEventListener(ConnectionEventListener listener) {
            listeners.remove(listener);
        }

        @Override
        public void addStatementEventListener(StatementEventListener listener) {
            statementListeners.add(listener);
        }

        @Override
        public void removeStatementEventListener(StatementEventListener listener) {
            statementListeners.remove(listener);
        }
    }
}
