package dev.tollbooth.internal.vendor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.proxy.CallableStatementProxy;
import dev.tollbooth.internal.proxy.ConnectionProxy;
import dev.tollbooth.internal.proxy.DatabaseMetaDataProxy;
import dev.tollbooth.internal.proxy.DriverStub;
import dev.tollbooth.internal.proxy.PooledConnectionProxy;
import dev.tollbooth.internal.proxy.PreparedStatementProxy;
import dev.tollbooth.internal.proxy.ProxyFactory;
import dev.tollbooth.internal.proxy.ResultSetProxy;
import dev.tollbooth.internal.proxy.StatementProxy;
import dev.tollbooth.internal.proxy.VendorResults;
import dev.tollbooth.internal.proxy.XAConnectionProxy;
import dev.tollbooth.internal.proxy.XAResourceProxy;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.jdbc.TollboothDataSource;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("jdk")
class VendorInterfacesTest {

    /** Methods that a driver adds to JDBC. */
    public interface VendorConnection {
        String serverName(int a, long b, double c, String d, byte[] e) throws SQLException;

        default String shout(String text) {
            return text + "!";
        }

        void nothing();
    }

    /** A method that clashes with JDBC's: the same arguments, and another result. */
    public interface Clashing {
        String createStatement();
    }

    public interface Wide {
        Object setting();
    }

    /**
     * An interface like MySQL's {@code JdbcConnection}, to which the compiler adds a bridge method with the wider
     * result.
     */
    public interface Narrowing extends Wide {
        @Override
        String setting();
    }

    interface NotPublic {
        void hidden();
    }

    /** The newest JDK whose JDBC has only methods that the build knows. */
    private static final int NEWEST_WHOLE_JDK = 25;

    private final Failures failures = new Failures(Ticker.SYSTEM);
    private final Tollbooth tollbooth =
            Tollbooth.builder().setting("jmx", "off").setting("name", "vendor").build();

    @AfterEach
    void close() {
        tollbooth.close();
    }

    private static Connection driver(InvocationHandler handler, Class<?>... further) {
        Class<?>[] all = new Class<?>[further.length + 1];
        all[0] = Connection.class;
        System.arraycopy(further, 0, all, 1, further.length);
        Object metaData = new DriverStub(DatabaseMetaData.class).object;
        return (Connection) Proxy.newProxyInstance(
                VendorInterfacesTest.class.getClassLoader(),
                all,
                (self, method, args) ->
                        method.getName().equals("getMetaData") ? metaData : handler.invoke(self, method, args));
    }

    private Connection wrap(Tollbooth instance, Connection connection) throws SQLException {
        DataSource source = (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, args) -> connection);
        return new TollboothDataSource(source, instance).getConnection();
    }

    private static InvocationHandler answering() {
        return (self, method, args) -> switch (method.getName()) {
            case "serverName" -> {
                if (args[3] == null) {
                    throw new SQLException("driver's");
                }
                yield args[0] + "," + args[1] + "," + args[2] + "," + args[3] + "," + ((byte[]) args[4]).length;
            }
            case "shout" -> "loud " + args[0];
            default -> DriverStub.defaultAnswer(method.getReturnType());
        };
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                ConnectionProxy.class,
                StatementProxy.class,
                PreparedStatementProxy.class,
                CallableStatementProxy.class,
                ResultSetProxy.class,
                DatabaseMetaDataProxy.class,
                PooledConnectionProxy.class,
                XAConnectionProxy.class,
                XAResourceProxy.class
            })
    void missingMethods_ofTheInterfacesThatTheBuildKnew_areNone(Class<?> proxy) {
        assumeTrue(Runtime.version().feature() <= NEWEST_WHOLE_JDK, "a newer JDK");
        assertThat(MissingMethods.of(proxy, List.of(proxy.getInterfaces()))).isEmpty();
    }

    @Test
    void proxy_ofDriverWithFurtherInterface_isACastAway() throws Exception {
        Connection proxy = wrap(tollbooth, driver(answering(), VendorConnection.class));
        assertThat(proxy).isInstanceOf(ConnectionProxy.class);
        assertThat(proxy.getClass().getInterfaces()).contains(Connection.class, VendorConnection.class);
        assertThat(Modifier.isFinal(proxy.getClass().getModifiers())).isTrue();
        VendorConnection vendor = (VendorConnection) proxy;
        assertThat(vendor.serverName(1, 2L, 3d, "d", new byte[4])).isEqualTo("1,2,3.0,d,4");
        assertThat(vendor.shout("x")).as("default methods are forwarded").isEqualTo("loud x");
        vendor.nothing();
        assertThatThrownBy(() -> vendor.serverName(1, 2L, 3d, null, new byte[0]))
                .isInstanceOf(SQLException.class)
                .hasMessage("driver's");
        assertThat(proxy.unwrap(VendorConnection.class)).isSameAs(proxy);
        assertThat(proxy.isWrapperFor(VendorConnection.class)).isTrue();
    }

    /** Methods with every kind of argument and result, in an order that would reveal a miscounted slot. */
    public interface EveryKind {
        boolean aBoolean(long a, boolean b);

        byte aByte(double a, byte b);

        char aChar(float a, char b);

        short aShort(int a, short b);

        int anInt(long a, long b, int c);

        long aLong(double a, double b, long c);

        float aFloat(char a, float b);

        double aDouble(Object[] a, long b, double c);

        int[][] anArray(String a, int[][] b);

        String manyArguments(
                long a, double b, long c, double d, long e, double f, long g, double h, long i, double j, String k);
    }

    @Test
    void forwarder_ofEveryKindOfArgument_handsOnTheLastAndReturnsIt() throws Exception {
        EveryKind proxy = (EveryKind) wrap(
                tollbooth,
                driver(
                        (self, method, args) -> method.getDeclaringClass() == EveryKind.class
                                ? args[args.length - 1]
                                : DriverStub.defaultAnswer(method.getReturnType()),
                        EveryKind.class));
        int[][] array = {{7}};
        assertThat(proxy.aBoolean(1L, true)).isTrue();
        assertThat(proxy.aByte(1d, (byte) -2)).isEqualTo((byte) -2);
        assertThat(proxy.aChar(1f, 'x')).isEqualTo('x');
        assertThat(proxy.aShort(1, (short) -3)).isEqualTo((short) -3);
        assertThat(proxy.anInt(1, 2, -4)).isEqualTo(-4);
        assertThat(proxy.aLong(1, 2, Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
        assertThat(proxy.aFloat('a', -0.5f)).isEqualTo(-0.5f);
        assertThat(proxy.aDouble(new Object[0], 2, Math.PI)).isEqualTo(Math.PI);
        assertThat(proxy.anArray("a", array)).isSameAs(array);
        assertThat(proxy.manyArguments(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, "last")).isEqualTo("last");
    }

    @Test
    void proxy_ofInterfaceThatNarrowsAResult_isACastAway() throws Exception {
        assertSettingIsACastAway(Narrowing.class);
    }

    @Test
    void proxy_ofBothTheWideAndTheNarrowInterface_isACastAway() throws Exception {
        assertSettingIsACastAway(Wide.class, Narrowing.class);
    }

    private void assertSettingIsACastAway(Class<?>... further) throws SQLException {
        InvocationHandler on = (self, method, args) ->
                method.getName().equals("setting") ? "on" : DriverStub.defaultAnswer(method.getReturnType());
        Connection proxy = wrap(tollbooth, driver(on, further));
        assertThat(((Narrowing) proxy).setting()).isEqualTo("on");
        assertThat(((Wide) proxy).setting()).isEqualTo("on");
    }

    /**
     * Tests names with characters of two and three bytes, and with a pair of surrogates, which a class file writes as
     * six bytes.
     */
    @ParameterizedTest
    @ValueSource(strings = {"gr\u00f6\u00dfe", "\u5927\u304d\u3055", "\ud835\udcb3"})
    void forwarder_ofAMethodWhoseNameIsNotAscii_handsOn(String name) throws Exception {
        Class<?> named = interfaceWith(name);
        Connection proxy = wrap(tollbooth, (Connection) Proxy.newProxyInstance(
                named.getClassLoader(),
                new Class<?>[] {Connection.class, named},
                (self, method, args) -> method.getName().equals(name)
                        ? 42
                        : method.getName().equals("getMetaData")
                                ? new DriverStub(DatabaseMetaData.class).object
                                : DriverStub.defaultAnswer(method.getReturnType())));
        assertThat(named.getMethod(name, long.class).invoke(proxy, 7L)).isEqualTo(42);
    }

    private static Class<?> interfaceWith(String method) {
        return new ByteBuddy()
                .makeInterface()
                .name("vendor.Hidden")
                .defineMethod(method, int.class, Visibility.PUBLIC)
                .withParameters(long.class)
                .withoutCode()
                .make()
                .load(VendorInterfacesTest.class.getClassLoader(), ClassLoadingStrategy.Default.WRAPPER)
                .getLoaded();
    }

    @Test
    void proxy_madeTwice_isOfOneClass() throws Exception {
        Connection first = wrap(tollbooth, driver(answering(), VendorConnection.class));
        Connection second = wrap(tollbooth, driver(answering(), VendorConnection.class));
        assertThat(first.getClass()).isSameAs(second.getClass());
    }

    @Test
    void proxyClass_ofNonPublicInterface_leavesItOut() {
        VendorInterfaces vendor = new VendorInterfaces(failures, VendorResults.class);
        ConnectionProxy prototype = vendor.prototype(
                ConnectionProxy.class, driver(answering(), NotPublic.class).getClass());
        assertThat(prototype.getClass()).isSameAs(ConnectionProxy.class);
        assertThat(failures.counts()).isEmpty();
    }

    @Test
    void proxyClass_ofClashingInterfaces_isThePlainOneAndCounted() {
        Class<?> driverClass = new ByteBuddy()
                .subclass(Object.class)
                .implement(Connection.class, Clashing.class)
                .modifiers(Visibility.PUBLIC, net.bytebuddy.description.modifier.TypeManifestation.ABSTRACT)
                .make()
                .load(getClass().getClassLoader(), ClassLoadingStrategy.Default.WRAPPER)
                .getLoaded();
        VendorInterfaces vendor = new VendorInterfaces(failures, VendorResults.class);
        assertThat(vendor.prototype(ConnectionProxy.class, driverClass).getClass())
                .isSameAs(ConnectionProxy.class);
        assertThat(failures.counts()).containsEntry(Place.VENDOR_INTERFACES, 1L);
    }

    @Test
    void proxyClass_ofInterfaceThatOurLoaderDoesNotSee_isDefinedInABridge() throws Exception {
        Class<?> hidden = interfaceWith("secret");
        Connection driver = (Connection) Proxy.newProxyInstance(
                hidden.getClassLoader(), new Class<?>[] {Connection.class, hidden}, (self, method, args) -> 42);
        VendorInterfaces vendor = new VendorInterfaces(failures, VendorResults.class);
        ConnectionProxy prototype = vendor.prototype(ConnectionProxy.class, driver.getClass());
        assertThat(hidden.isInstance(prototype)).isTrue();
        assertThat(prototype.getClass().getClassLoader()).isNotSameAs(ConnectionProxy.class.getClassLoader());
        ConnectionProxy proxy = prototype.create(driver, new ProxyFactory(vendor), null);
        assertThat(hidden.getMethod("secret", long.class).invoke(proxy, 7L)).isEqualTo(42);
        assertThat(failures.counts()).isEmpty();
    }
}
