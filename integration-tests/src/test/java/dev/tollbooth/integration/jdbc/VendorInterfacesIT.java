package dev.tollbooth.integration.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mysql.cj.jdbc.JdbcConnection;
import com.mysql.cj.jdbc.MysqlDataSource;
import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.integration.workload.Route;
import dev.tollbooth.jdbc.Tollbooth;
import java.io.ByteArrayInputStream;
import java.lang.reflect.Modifier;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.h2.engine.CastDataProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.PGConnection;
import org.postgresql.PGResultSetMetaData;
import org.postgresql.PGStatement;
import org.postgresql.copy.CopyManager;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.BaseStatement;
import org.postgresql.core.Field;
import org.postgresql.jdbc.PgArray;

/** Tests casts to the driver's interfaces, and unwrapping to the driver's classes. */
@ExtendWith(DatabasesExtension.class)
@Tag("jdk")
final class VendorInterfacesIT {
    @ParameterizedTest
    @EnumSource(
            value = Database.class,
            names = {"POSTGRESQL_14", "POSTGRESQL_18"})
    void cast_toPostgresqlInterfaces_reachesTheDriver(Database database, Databases databases) throws Exception {
        try (Connection connection = open(database, databases)) {
            PGConnection vendor = (PGConnection) connection;
            assertThat(vendor.getBackendPID()).isPositive();
            assertThat(vendor.escapeLiteral("it's")).isEqualTo("it''s");
            try (Statement statement = connection.createStatement();
                    PreparedStatement prepared = connection.prepareStatement("SELECT 1")) {
                statement.execute("CREATE TABLE t (id INT)");
                ((PGStatement) prepared).setPrepareThreshold(3);
                assertThat(((PGStatement) prepared).getPrepareThreshold()).isEqualTo(3);
                CopyManager copy = vendor.getCopyAPI();
                assertThat(copy.copyIn("COPY t FROM STDIN", new ByteArrayInputStream("1\n2\n".getBytes())))
                        .isEqualTo(2);
                assertThat(new CopyManager((BaseConnection) connection)
                                .copyIn("COPY t FROM STDIN", new ByteArrayInputStream("3\n".getBytes())))
                        .isEqualTo(1);
                try (ResultSet rows = statement.executeQuery("SELECT id FROM t")) {
                    assertThat(((PGResultSetMetaData) rows.getMetaData()).getBaseTableName(1))
                            .isEqualTo("t");
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Database.class,
            names = {"POSTGRESQL_14", "POSTGRESQL_18"})
    void results_ofPostgresqlMethods_leadBackToTheConnection(Database database, Databases databases) throws Exception {
        try (Connection connection = open(database, databases);
                Statement statement = connection.createStatement()) {
            try (ResultSet rows = ((BaseConnection) connection).execSQLQuery("SELECT 7")) {
                assertThat(rows.getStatement().getConnection()).isSameAs(connection);
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(7);
            }
            ResultSet made = ((BaseStatement) statement).createDriverResultSet(new Field[0], List.of());
            assertThat(made.getStatement()).isSameAs(statement);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Database.class,
            names = {"MARIADB"})
    void statements_preparedByMysqlMethods_areAccounted(Database database, Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(database, "vendor");
        MysqlDataSource drivers = new MysqlDataSource();
        drivers.setUrl(endpoint.url().replace("jdbc:mariadb:", "jdbc:mysql:"));
        drivers.setUser(endpoint.user());
        drivers.setPassword(endpoint.password());
        try (Tollbooth tollbooth = Tollbooth.builder().setting("name", "mysql").build();
                Connection connection = tollbooth.wrap(drivers).getConnection();
                PreparedStatement prepared = ((JdbcConnection) connection).clientPrepareStatement("SELECT ?")) {
            prepared.setInt(1, 7);
            try (ResultSet rows = prepared.executeQuery()) {
                assertThat(rows.getStatement()).isSameAs(prepared);
            }
            assertThat(prepared.getConnection()).isSameAs(connection);
            assertThat(tollbooth.statements().list()).anyMatch(row -> "select ?".equals(row.digestText()));
        }
    }

    /** Tests that a driver's array is not wrapped, so that casts to the driver's class work. */
    @ParameterizedTest
    @EnumSource(
            value = Database.class,
            names = {"POSTGRESQL_14", "POSTGRESQL_18"})
    void array_ofPostgresql_isTheDriversOwn(Database database, Databases databases) throws Exception {
        try (Connection connection = open(database, databases);
                PreparedStatement select = connection.prepareStatement("SELECT CAST(? AS INT[])")) {
            select.setArray(1, connection.createArrayOf("INTEGER", new Object[] {1, 2}));
            try (ResultSet rows = select.executeQuery()) {
                rows.next();
                PgArray array = (PgArray) rows.getObject(1);
                assertThat((Object[]) array.getArray()).containsExactly(1, 2);
                assertThat(rows.getArray(1)).isInstanceOf(PgArray.class).hasToString(array.toString());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Database.class)
    void interfaces_ofEveryObject_areTheDriversOwn(Database database, Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(database, "vendor");
        try (Connection direct = endpoint.connectDirectly();
                Connection through = Route.TOLLBOOTH.connect(endpoint)) {
            assertThat(publicInterfaces(through)).containsAll(publicInterfaces(direct));
            try (Statement ours = through.createStatement();
                    Statement drivers = direct.createStatement()) {
                assertThat(publicInterfaces(ours)).containsAll(publicInterfaces(drivers));
            }
            try (PreparedStatement ours = through.prepareStatement("SELECT 1");
                    PreparedStatement drivers = direct.prepareStatement("SELECT 1")) {
                assertThat(publicInterfaces(ours)).containsAll(publicInterfaces(drivers));
                // drivers check the class itself, not its superclasses
                assertThat(ours.getClass().getInterfaces()).contains(PreparedStatement.class);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Database.class)
    void unwrap_toDriversClass_givesTheDriversObject(Database database, Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(database, "vendor");
        Class<?> driversClass;
        try (Connection direct = endpoint.connectDirectly()) {
            driversClass = direct.getClass();
        }
        try (Connection connection = Route.TOLLBOOTH.connect(endpoint)) {
            assertThat(connection.isWrapperFor(driversClass)).isTrue();
            assertThat(connection.unwrap(driversClass)).isInstanceOf(driversClass);
            assertThat(connection.isWrapperFor(Connection.class)).isTrue();
            assertThat(connection.unwrap(Connection.class)).isSameAs(connection);
            assertThat(connection.isWrapperFor(connection.getClass())).isTrue();
            assertThat(connection.isWrapperFor(String.class)).isFalse();
            assertThatThrownBy(() -> connection.unwrap(String.class)).isInstanceOf(SQLException.class);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Database.class,
            names = {"H2"})
    void unwrap_toH2Connection_works(Database database, Databases databases) throws Exception {
        try (Connection connection = open(database, databases)) {
            assertThat(connection.unwrap(org.h2.jdbc.JdbcConnection.class).getSession())
                    .isNotNull();
        }
    }

    private static Connection open(Database database, Databases databases) throws Exception {
        return Route.TOLLBOOTH.connect(databases.empty(database, "vendor"));
    }

    /**
     * Returns the interfaces of {@code java.sql} and of the driver that an application may cast to, without the one of
     * H2's internals in {@code InterfaceSelection}.
     */
    private static Set<Class<?>> publicInterfaces(Object object) {
        Set<Class<?>> found = new LinkedHashSet<>();
        for (Class<?> c = object.getClass(); c != null; c = c.getSuperclass()) {
            Arrays.stream(c.getInterfaces())
                    .filter(i -> Modifier.isPublic(i.getModifiers()) && i != CastDataProvider.class)
                    .forEach(found::add);
        }
        return found;
    }
}
