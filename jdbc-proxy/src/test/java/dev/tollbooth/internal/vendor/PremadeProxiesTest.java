package dev.tollbooth.internal.vendor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.proxy.VendorResults;
import dev.tollbooth.internal.time.Ticker;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.Path;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.implementation.FixedValue;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.core.BaseConnection;
import org.postgresql.jdbc.PgConnection;
import org.postgresql.jdbc.PgResultSet;

public class PremadeProxiesTest {

    private static final String PROXIES = "dev.tollbooth.internal.proxy.";
    private static final String IMAGE = "org.graalvm.nativeimage.imagecode";

    /** Not handed out: these stand behind proxies of the driver's own, or are made by the application. */
    private static final Set<String> NOT_A_CONNECTIONS = Set.of(
            "com.mysql.cj.jdbc.ha.LoadBalancedMySQLConnection",
            "com.mysql.cj.jdbc.ha.MultiHostMySQLConnection",
            "com.mysql.cj.jdbc.ha.ReplicationMySQLConnection",
            "org.h2.tools.SimpleResultSet");

    /** The most special comes first. */
    private static final Map<String, Class<?>> KINDS = new LinkedHashMap<>();

    static {
        KINDS.put("ConnectionProxy", Connection.class);
        KINDS.put("CallableStatementProxy", CallableStatement.class);
        KINDS.put("PreparedStatementProxy", PreparedStatement.class);
        KINDS.put("StatementProxy", Statement.class);
        KINDS.put("ResultSetProxy", ResultSet.class);
        KINDS.put("DatabaseMetaDataProxy", DatabaseMetaData.class);
    }

    static Stream<Arguments> premade() {
        return PremadeProxies.driverClasses().entrySet().stream()
                .flatMap(entry ->
                        entry.getValue().stream().map(driverClass -> Arguments.of(entry.getKey(), driverClass)));
    }

    @ParameterizedTest
    @MethodSource("premade")
    void find_ofADriversClass_findsWhatAJvmWouldWrite(String base, String driverClass) throws Exception {
        Class<?> proxy = load(PROXIES + base);
        Class<?> driver = load(driverClass);
        Class<?> found = PremadeProxies.find(proxy, driver);
        assertThat(found).isNotSameAs(proxy);
        assertThat(found.getSuperclass()).isSameAs(proxy);
        assertThat(found.getInterfaces())
                .containsExactlyElementsOf(InterfaceSelection.of(driver, proxy))
                .hasSizeGreaterThan(1);
        assertThat(found.getDeclaredConstructor().newInstance()).isInstanceOf(proxy);
        try (InputStream file = found.getResourceAsStream(found.getSimpleName() + ".class")) {
            assertThat(PremadeProxies.write(proxy, driver, VendorResults.class)).isEqualTo(file.readAllBytes());
        }
    }

    /** So that a new version of a driver, or a new rule of what is left out, is seen here. */
    @ParameterizedTest
    @ValueSource(
            classes = {
                org.postgresql.Driver.class,
                org.mariadb.jdbc.Driver.class,
                com.mysql.cj.jdbc.Driver.class,
                org.h2.Driver.class
            })
    void driverClasses_areAllThatNeedMoreThanThePlainProxy(Class<?> ofTheJar) throws Exception {
        Map<String, Set<String>> needed = new TreeMap<>();
        for (Class<?> type : concreteClasses(ofTheJar)) {
            for (Map.Entry<String, Class<?>> kind : KINDS.entrySet()) {
                if (kind.getValue().isAssignableFrom(type)) {
                    Class<?> proxy = load(PROXIES + kind.getKey());
                    List<Class<?>> interfaces = InterfaceSelection.of(type, proxy);
                    if (!interfaces.stream().allMatch(i -> i.isAssignableFrom(proxy))) {
                        needed.computeIfAbsent(kind.getKey(), k -> new TreeSet<>())
                                .add(type.getName());
                    }
                    break;
                }
            }
        }
        String driversPackage = ofTheJar.getPackageName().replaceFirst("^(\\w+\\.\\w+).*", "$1.");
        Map<String, Set<String>> listed = new TreeMap<>();
        PremadeProxies.driverClasses()
                .forEach((base, drivers) -> drivers.stream()
                        .filter(name -> name.startsWith(driversPackage))
                        .forEach(name -> listed.computeIfAbsent(base, b -> new TreeSet<>())
                                .add(name)));
        assertThat(listed).isEqualTo(needed);
    }

    private static List<Class<?>> concreteClasses(Class<?> ofTheJar) throws Exception {
        URI place = ofTheJar.getProtectionDomain().getCodeSource().getLocation().toURI();
        List<Class<?>> found = new ArrayList<>();
        try (JarFile jar = new JarFile(Path.of(place).toFile())) {
            for (String name : jar.stream().map(entry -> entry.getName()).toList()) {
                if (name.matches("(org|com)/.*\\.class")) {
                    String type = name.replace(".class", "").replace('/', '.');
                    if (!NOT_A_CONNECTIONS.contains(type)) {
                        addConcrete(type, found);
                    }
                }
            }
        }
        assertThat(found).hasSizeGreaterThan(50);
        return found;
    }

    private static void addConcrete(String name, List<Class<?>> to) {
        try {
            Class<?> type = load(name);
            if (!type.isInterface() && !Modifier.isAbstract(type.getModifiers())) {
                to.add(type);
            }
        } catch (ClassNotFoundException | LinkageError e) {
            // needs what is optional
        }
    }

    @Test
    void proxyClass_ofADriverWhoseInterfacesAreTheBuilds_isPremadeInAnImage() throws Exception {
        assertThat(inImage(new AlteredDriver(Map.of()), PgConnection.class))
                .isEqualTo("org_postgresql_jdbc_PgConnection_ConnectionProxy {}");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void proxyClass_ofADriverWithAMethodMore_isThePlainOneAndCounted(boolean withBody) throws Exception {
        var altered = new ByteBuddy()
                .redefine(BaseConnection.class)
                .defineMethod("addedLater", String.class, Visibility.PUBLIC);
        byte[] bytes = (withBody
                        ? altered.intercept(FixedValue.value("the default, which is wrong"))
                        : altered.withoutCode())
                .make()
                .getBytes();
        assertThat(inImage(new AlteredDriver(Map.of(BaseConnection.class.getName(), bytes)), PgConnection.class))
                .isEqualTo("ConnectionProxy {VENDOR_INTERFACES=1}");
    }

    @Test
    void proxyClass_ofADriverWithAnInterfaceLess_isThePlainOneAndCounted() throws Exception {
        Map<String, byte[]> altered = new HashMap<>();
        altered.put(PgResultSet.class.getName(), withoutInterfaces(PgResultSet.class, "java/sql/ResultSet"));
        assertThat(inImage(new AlteredDriver(altered), PgResultSet.class))
                .isEqualTo("ResultSetProxy {VENDOR_INTERFACES=1}");
        altered.put("org.postgresql.PGRefCursorResultSet", new byte[0]);
        assertThat(inImage(new AlteredDriver(altered), PgResultSet.class))
                .as("and it is not there at all")
                .isEqualTo("ResultSetProxy {VENDOR_INTERFACES=1}");
    }

    /** Leaves {@code type} the interface {@code but} alone. */
    private static byte[] withoutInterfaces(Class<?> type, String but) throws IOException {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(type.getName())
                .accept(
                        new ClassVisitor(Opcodes.ASM9, writer) {
                            @Override
                            public void visit(
                                    int v, int access, String name, String signature, String parent, String[] i) {
                                super.visit(v, access, name, null, parent, new String[] {but});
                            }
                        },
                        0);
        return writer.toByteArray();
    }

    private static Class<?> load(String name) throws ClassNotFoundException {
        return Class.forName(name, false, PremadeProxiesTest.class.getClassLoader());
    }

    private static String inImage(ClassLoader loader, Class<?> driverClass) throws Exception {
        return (String) loader.loadClass(PremadeProxiesTest.class.getName())
                .getDeclaredMethod("proxyOf", String.class)
                .invoke(null, driverClass.getName());
    }

    /** Called in a loader that has another version of the driver; tells the class of the proxy, and what was counted. */
    public static String proxyOf(String driverClass) throws ClassNotFoundException {
        Failures failures = new Failures(Ticker.SYSTEM);
        VendorInterfaces inImage;
        System.setProperty(IMAGE, "runtime");
        try {
            inImage = new VendorInterfaces(failures, VendorResults.class);
        } finally {
            System.clearProperty(IMAGE);
        }
        Class<?> driver = load(driverClass);
        String kind = Connection.class.isAssignableFrom(driver) ? "ConnectionProxy" : "ResultSetProxy";
        Object proxy = inImage.prototype(load(PROXIES + kind), driver);
        inImage.prototype(load(PROXIES + kind), driver); // which asks no more
        return proxy.getClass().getSimpleName() + " " + failures.counts();
    }
}
