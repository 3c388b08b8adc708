package dev.tollbooth.internal.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.jdbc.TollboothConnectionPoolDataSource;
import dev.tollbooth.jdbc.TollboothDataSource;
import dev.tollbooth.jdbc.TollboothXADataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Wrapper;
import java.util.Calendar;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import javax.sql.CommonDataSource;
import javax.sql.ConnectionPoolDataSource;
import javax.sql.DataSource;
import javax.sql.PooledConnection;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that every method of every proxied JDBC interface calls the driver with the same arguments, and returns the
 * driver's result or throws its exception. It uses reflection, so that no method is forgotten on any JDK.
 */
@Tag("jdk")
class ForwardingTest {

    private static final Tollbooth TOLLBOOTH = Tollbooth.builder()
            .setting("jmx", "off")
            .setting("name", "forwarding")
            .build();

    /** A driver's object and its proxy. */
    record Pair(String kind, Class<?> type, DriverStub stub, Object proxy) {
        @Override
        public String toString() {
            return kind;
        }
    }

    @AfterAll
    static void close() {
        TOLLBOOTH.close();
    }

    static Stream<Pair> pairs() throws Exception {
        return Stream.of(
                connection(),
                statement(Statement.class, "createStatement"),
                statement(PreparedStatement.class, "prepareStatement", "select 1"),
                statement(CallableStatement.class, "prepareCall", "call x()"),
                resultSet(),
                metaData(),
                dataSource(),
                xaDataSource(),
                poolDataSource(),
                pooledConnection(),
                xaConnection(),
                xaResource());
    }

    static Pair connection() throws SQLException {
        DriverStub stub = new DriverStub(Connection.class);
        DriverStub meta = new DriverStub(DatabaseMetaData.class);
        answer(stub, "getMetaData", meta.object);
        DriverStub source = new DriverStub(DataSource.class);
        answer(source, "getConnection", stub.object);
        return new Pair(
                "Connection",
                Connection.class,
                stub,
                new TollboothDataSource((DataSource) source.object, TOLLBOOTH).getConnection());
    }

    private static Pair statement(Class<?> type, String method, Object... arguments) throws Exception {
        Pair connection = connection();
        DriverStub stub = new DriverStub(type);
        answer(connection.stub, method, stub.object, types(arguments));
        Method create = Connection.class.getMethod(method, types(arguments));
        return new Pair(type.getSimpleName(), type, stub, create.invoke(connection.proxy, arguments));
    }

    private static Class<?>[] types(Object... arguments) {
        return Stream.of(arguments).map(Object::getClass).toArray(Class<?>[]::new);
    }

    private static Pair resultSet() throws Exception {
        Pair statement = statement(Statement.class, "createStatement");
        DriverStub stub = new DriverStub(ResultSet.class);
        answer(statement.stub, "executeQuery", stub.object, String.class);
        return new Pair("ResultSet", ResultSet.class, stub, ((Statement) statement.proxy).executeQuery("select 1"));
    }

    private static Pair metaData() throws Exception {
        Pair connection = connection();
        DriverStub stub = new DriverStub(DatabaseMetaData.class);
        answer(connection.stub, "getMetaData", stub.object);
        return new Pair(
                "DatabaseMetaData", DatabaseMetaData.class, stub, ((Connection) connection.proxy).getMetaData());
    }

    private static Pair dataSource() {
        DriverStub stub = new DriverStub(DataSource.class);
        return new Pair(
                "DataSource", DataSource.class, stub, new TollboothDataSource((DataSource) stub.object, TOLLBOOTH));
    }

    private static Pair xaDataSource() {
        DriverStub stub = new DriverStub(XADataSource.class);
        return new Pair(
                "XADataSource",
                XADataSource.class,
                stub,
                new TollboothXADataSource((XADataSource) stub.object, TOLLBOOTH));
    }

    private static Pair poolDataSource() {
        DriverStub stub = new DriverStub(ConnectionPoolDataSource.class);
        return new Pair(
                "ConnectionPoolDataSource",
                ConnectionPoolDataSource.class,
                stub,
                new TollboothConnectionPoolDataSource((ConnectionPoolDataSource) stub.object, TOLLBOOTH));
    }

    private static Pair pooledConnection() throws SQLException {
        DriverStub stub = new DriverStub(PooledConnection.class);
        Pair source = poolDataSource();
        answer(source.stub, "getPooledConnection", stub.object);
        return new Pair(
                "PooledConnection",
                PooledConnection.class,
                stub,
                ((ConnectionPoolDataSource) source.proxy).getPooledConnection());
    }

    private static Pair xaConnection() throws SQLException {
        DriverStub stub = new DriverStub(XAConnection.class);
        Pair source = xaDataSource();
        answer(source.stub, "getXAConnection", stub.object);
        return new Pair("XAConnection", XAConnection.class, stub, ((XADataSource) source.proxy).getXAConnection());
    }

    private static Pair xaResource() throws SQLException {
        Pair connection = xaConnection();
        DriverStub stub = new DriverStub(XAResource.class);
        answer(connection.stub, "getXAResource", stub.object);
        return new Pair("XAResource", XAResource.class, stub, ((XAConnection) connection.proxy).getXAResource());
    }

    private static void answer(DriverStub stub, String name, Object answer, Class<?>... types) {
        for (Class<?> type : stub.object.getClass().getInterfaces()) {
            try {
                stub.answered = type.getMethod(name, types);
                stub.answer = answer;
                return;
            } catch (NoSuchMethodException e) {
                // another of its interfaces declares it
            }
        }
        throw new AssertionError(name);
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void everyMethod_called_reachesTheDriverAndReturnsItsResult(Pair pair) throws Exception {
        for (Method method : pair.type.getMethods()) {
            if (skip(method)) {
                continue;
            }
            Object[] arguments = arguments(method);
            Object answer = sample(method.getReturnType());
            pair.stub.answered = method;
            pair.stub.answer = answer;
            pair.stub.thrown = null;
            pair.stub.calls.clear();
            Object result = method.invoke(pair.proxy, arguments);
            // listeners are replaced by listeners that name the proxy as the source; sources are unwrapped
            if (!method.getName().contains("EventListener")) {
                assertThat(pair.stub.count(method, arguments))
                        .as("calls of the driver's %s", method)
                        .isEqualTo(1);
            }
            if (ownAnswer(method)) {
                assertThat(result).as("%s", method).isNotNull().isNotSameAs(answer);
            } else if (method.getReturnType() != void.class) {
                assertThat(result).as("result of %s", method).isEqualTo(answer);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void everyMethod_thatThrows_throwsTheDriversObject(Pair pair) throws Exception {
        for (Method method : pair.type.getMethods()) {
            if (skip(method) || method.getName().contains("EventListener")) {
                continue;
            }
            for (Throwable thrown :
                    new Throwable[] {checked(method), new IllegalStateException(), new AssertionError()}) {
                pair.stub.answered = method;
                pair.stub.thrown = thrown;
                Throwable seen = null;
                try {
                    method.invoke(pair.proxy, arguments(method));
                } catch (InvocationTargetException e) {
                    seen = e.getCause();
                }
                assertThat(seen).as("%s", method).isSameAs(thrown);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void everyMethod_returningAnObject_returnsTheDriversNull(Pair pair) throws Exception {
        for (Method method : pair.type.getMethods()) {
            if (skip(method)
                    || method.getReturnType().isPrimitive()
                    || method.getName().endsWith("Builder")) {
                continue;
            }
            pair.stub.answered = method;
            pair.stub.thrown = null;
            pair.stub.answer = null;
            assertThat(method.invoke(pair.proxy, arguments(method)))
                    .as("%s", method)
                    .isNull();
        }
    }

    @Test
    void everyMethod_counted_isPrinted() throws Exception {
        Map<String, Integer> counts = new HashMap<>();
        for (Pair pair : (Iterable<Pair>) pairs()::iterator) {
            for (Method method : pair.type.getMethods()) {
                if (!Modifier.isStatic(method.getModifiers())) {
                    counts.merge(pair.kind, 1, Integer::sum);
                }
            }
        }
        int all = counts.values().stream().mapToInt(Integer::intValue).sum();
        System.out.println(
                "interface methods checked on JDK " + Runtime.version().feature() + ": " + all + " " + counts);
        assertThat(all).isGreaterThan(880);
    }

    private static boolean skip(Method method) {
        // methods that the proxy answers itself have tests of their own
        return Modifier.isStatic(method.getModifiers())
                || method.getName().equals("unwrap")
                || method.getName().equals("isWrapperFor");
    }

    /** Returns whether the application gets Tollbooth's own object instead of the driver's. */
    private static boolean ownAnswer(Method method) {
        return method.getName().equals("getConnection")
                        && method.getDeclaringClass() != DataSource.class
                        && method.getDeclaringClass() != PooledConnection.class
                || method.getDeclaringClass() == ResultSet.class
                        && method.getName().equals("getStatement")
                || method.getName().endsWith("ConnectionBuilder");
    }

    private static Throwable checked(Method method) {
        for (Class<?> type : method.getExceptionTypes()) {
            if (type == XAException.class) {
                return new XAException(7);
            }
            if (type.isAssignableFrom(SQLException.class)) {
                return new SQLException("driver's", "42000");
            }
            if (type.getName().equals("java.sql.SQLClientInfoException")) {
                return new java.sql.SQLClientInfoException();
            }
            if (type.getName().equals("java.sql.SQLFeatureNotSupportedException")) {
                return new java.sql.SQLFeatureNotSupportedException();
            }
        }
        return new UnsupportedOperationException();
    }

    private static Object[] arguments(Method method) {
        Class<?>[] types = method.getParameterTypes();
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = sample(types[i]);
        }
        return arguments;
    }

    /** Returns a value of {@code type} other than its default. */
    private static Object sample(Class<?> type) {
        if (type == void.class) {
            return null;
        }
        if (type == boolean.class) {
            return true;
        }
        if (type.isPrimitive()) {
            Object zero = DriverStub.defaultAnswer(type);
            return zero instanceof Byte
                    ? (Object) (byte) 7
                    : zero instanceof Short
                            ? (Object) (short) 7
                            : zero instanceof Long
                                    ? (Object) 7L
                                    : zero instanceof Float
                                            ? (Object) 7f
                                            : zero instanceof Double
                                                    ? (Object) 7d
                                                    : zero instanceof Character ? (Object) 'x' : (Object) 7;
        }
        if (type.isArray()) {
            return java.lang.reflect.Array.newInstance(type.getComponentType(), 1);
        }
        if (type == String.class || type == Object.class) {
            return new String("text");
        }
        if (type == Class.class) {
            return Number.class;
        }
        if (type == Properties.class) {
            return new Properties();
        }
        if (type == Calendar.class) {
            return Calendar.getInstance();
        }
        if (type.isInterface()) {
            return Wrapper.class.isAssignableFrom(type) || CommonDataSource.class.isAssignableFrom(type)
                    ? new DriverStub(type).object
                    : Proxy.newProxyInstance(
                            ForwardingTest.class.getClassLoader(), new Class<?>[] {type}, new DriverStub(type));
        }
        return instance(type);
    }

    private static Object instance(Class<?> type) {
        if (type == java.math.BigDecimal.class) {
            return new java.math.BigDecimal("7");
        }
        if (type == java.net.URL.class) {
            try {
                return new java.net.URL("http://localhost/");
            } catch (java.net.MalformedURLException e) {
                throw new AssertionError(e);
            }
        }
        if (java.util.Date.class.isAssignableFrom(type)) {
            return type == java.sql.Date.class
                    ? new java.sql.Date(7)
                    : type == java.sql.Time.class ? new java.sql.Time(7) : new java.sql.Timestamp(7);
        }
        if (type == java.io.InputStream.class) {
            return new java.io.ByteArrayInputStream(new byte[1]);
        }
        if (type == java.io.Reader.class) {
            return new java.io.StringReader("x");
        }
        if (type == java.io.PrintWriter.class) {
            return new java.io.PrintWriter(System.err);
        }
        if (type == java.util.logging.Logger.class) {
            return java.util.logging.Logger.getLogger("test");
        }
        if (type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        return type == java.sql.SQLWarning.class ? new java.sql.SQLWarning("w") : null;
    }
}
