package dev.tollbooth.internal.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.jdbc.TollboothDataSource;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests objects of JDBC that methods of a driver's own interface return. */
@Tag("jdk")
class VendorResultsTest {

    /** Methods of a driver's own interface that return objects of JDBC. */
    public interface Giving {
        ResultSet rows(long a, int b, double c);

        Statement plain();

        PreparedStatement prepared(int kind, String sql, String other);

        CallableStatement call(String sql);

        DatabaseMetaData facts();

        Connection same();

        Connection another();

        /** Returns an object of the driver's own type, which stays unwrapped. */
        Giving giving();
    }

    private final Tollbooth tollbooth =
            Tollbooth.builder().setting("jmx", "off").setting("name", "given").build();

    /** The results of the driver's methods by name. */
    private final Map<String, Object> given = new HashMap<>();

    private Connection connection;

    @BeforeEach
    void connect() throws SQLException {
        Connection drivers = made(Connection.class);
        given.put("getMetaData", new DriverStub(DatabaseMetaData.class).object);
        DriverStub source = new DriverStub(DataSource.class);
        source.answer = drivers;
        source.answered = method("getConnection");
        connection = new TollboothDataSource((DataSource) source.object, tollbooth).getConnection();
        given.put("getConnection", drivers);
        given.put("createStatement", made(Statement.class));
        given.put("prepareStatement", made(PreparedStatement.class));
        given.put("getResultSet", made(ResultSet.class));
        given.put("getStatement", made(Statement.class));
        given.put("rows", made(ResultSet.class));
        given.put("plain", made(Statement.class));
        given.put("prepared", made(PreparedStatement.class));
        given.put("call", made(CallableStatement.class));
        given.put("facts", made(DatabaseMetaData.class));
        given.put("same", drivers);
        given.put("another", new DriverStub(Connection.class).object);
        given.put("giving", drivers);
    }

    private static java.lang.reflect.Method method(String name) {
        try {
            return DataSource.class.getMethod(name);
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
    }

    @AfterEach
    void close() {
        tollbooth.close();
    }

    private <T> T made(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                VendorResultsTest.class.getClassLoader(), new Class<?>[] {type, Giving.class}, (self, method, args) -> {
                    Object answer = given.get(method.getName());
                    return answer == null ? DriverStub.defaultAnswer(method.getReturnType()) : answer;
                }));
    }

    private Giving proxy(Class<?> of) throws SQLException {
        if (of == Connection.class) {
            return (Giving) connection;
        }
        if (of == DatabaseMetaData.class) {
            given.put("getMetaData", made(DatabaseMetaData.class));
            return (Giving) connection.getMetaData();
        }
        Statement statement =
                of == PreparedStatement.class ? connection.prepareStatement("select 1") : connection.createStatement();
        return (Giving) (of == ResultSet.class ? statement.getResultSet() : statement);
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Connection.class,
                Statement.class,
                PreparedStatement.class,
                ResultSet.class,
                DatabaseMetaData.class
            })
    void jdbcObjects_ofADriversOwnMethods_leadBackToTheConnection(Class<?> of) throws Exception {
        Giving giving = proxy(of);

        assertThat(giving.rows(1, 2, 3).getStatement().getConnection()).isSameAs(connection);
        assertThat(giving.plain().getConnection()).isSameAs(connection);
        assertThat(giving.prepared(1, "select 2", "x").getConnection()).isSameAs(connection);
        assertThat(giving.call("call y()").getConnection()).isSameAs(connection);
        assertThat(giving.facts().getConnection()).isSameAs(connection);
        assertThat(giving.same()).isSameAs(connection);
        assertThat(giving.another()).isSameAs(given.get("another"));
        assertThat(giving.giving()).isSameAs(given.get("giving"));
        given.clear();
        assertThat(giving.rows(1, 2, 3)).isNull();
        assertThat(giving.prepared(1, "select 2", "x")).isNull();
        assertThat(giving.same()).isNull();
    }

    @Test
    void statement_preparedByADriversOwnMethod_isAccountedUnderItsText() throws Exception {
        ((Giving) connection).prepared(1, "select 2", "x").execute();
        assertThat(tollbooth.statements().list()).anyMatch(row -> "select ?".equals(row.digestText()));
    }
}
