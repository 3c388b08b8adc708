package dev.tollbooth.integration.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.jdbc.TollboothConnectionPoolDataSource;
import dev.tollbooth.jdbc.TollboothDataSource;
import dev.tollbooth.statement.EventKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.ConnectionEvent;
import javax.sql.ConnectionEventListener;
import javax.sql.ConnectionPoolDataSource;
import javax.sql.DataSource;
import javax.sql.PooledConnection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests wrapped data sources, accounted by an instance of their own. */
@ExtendWith(DatabasesExtension.class)
@Tag("jdk")
final class DataSourcesIT {
    @ParameterizedTest
    @EnumSource(Database.class)
    void wrap_dataSource_isAccountedByThatInstanceOnly(Database database, Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(database, "sources");
        DataSource drivers = endpoint.driverDataSource();
        long sharedBefore = Tollbooth.shared().statements().executions();
        try (Tollbooth tollbooth =
                Tollbooth.builder().setting("name", "sources-" + database).build()) {
            DataSource wrapped = tollbooth.wrap(drivers);
            useTwice(wrapped.getConnection());
            useTwice(wrapped.getConnection(endpoint.user(), endpoint.password()));
            useTwice(new TollboothDataSource(drivers, tollbooth).getConnection());
            assertThat(tollbooth.statements().executions()).isEqualTo(6);
            assertThat(tollbooth.statements().event(EventKind.CONNECT).count()).isEqualTo(3);
            assertThat(wrapped.unwrap(drivers.getClass())).isSameAs(drivers);
            assertThat(wrapped.isWrapperFor(drivers.getClass())).isTrue();
        }
        assertThat(Tollbooth.shared().statements().executions()).isEqualTo(sharedBefore);
    }

    @ParameterizedTest
    @EnumSource(Database.class)
    void pooledConnection_handleClosedAndTakenAgain_tellsTheListener(Database database, Databases databases)
            throws Exception {
        ConnectionPoolDataSource drivers = databases.empty(database, "sources").driverConnectionPoolDataSource();
        try (Tollbooth tollbooth =
                Tollbooth.builder().setting("name", "pooled-" + database).build()) {
            PooledConnection pooled = new TollboothConnectionPoolDataSource(drivers, tollbooth).getPooledConnection();
            ClosedCount closed = new ClosedCount(pooled);
            pooled.addConnectionEventListener(closed);
            useTwice(pooled.getConnection());
            useTwice(pooled.getConnection());
            assertThat(closed.count.get()).isEqualTo(2);
            assertThat(tollbooth.statements().executions()).isEqualTo(4);
            pooled.removeConnectionEventListener(closed);
            useTwice(pooled.getConnection());
            assertThat(closed.count.get()).isEqualTo(2);
            pooled.close();
        }
    }

    private static void useTwice(Connection connection) throws SQLException {
        try (connection;
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
            statement.execute("SELECT 2");
        }
    }

    /** A listener that counts closed handles, each of which must name the object that the pool holds. */
    private static final class ClosedCount implements ConnectionEventListener {
        private final PooledConnection expectedSource;
        private final AtomicInteger count = new AtomicInteger();

        ClosedCount(PooledConnection expectedSource) {
            this.expectedSource = expectedSource;
        }

        @Override
        public void connectionClosed(ConnectionEvent event) {
            assertThat(event.getSource()).isSameAs(expectedSource);
            count.incrementAndGet();
        }

        @Override
        public void connectionErrorOccurred(ConnectionEvent event) {
            throw new IllegalStateException(event.getSQLException());
        }
    }
}
