package dev.tollbooth.internal.vendor;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The proxy classes that the build writes, for the drivers whose classes are named here: a native image has no others.
 *
 * <p>They are written for one version of each driver, the one that the build names. Of another version a class may declare less or
 * more: then the plain proxy serves. H2's classes declare nothing but JDBC, so it needs none. Thread-safe: without state.
 */
public final class PremadeProxies {

    private static final String PACKAGE = "dev.tollbooth.internal.premade.";

    /** Drivers' classes, by the simple name of the proxy that the build's class extends. */
    private static final Map<String, List<String>> DRIVER_CLASSES = Map.of(
            "ConnectionProxy",
            List.of(
                    "org.postgresql.jdbc.PgConnection",
                    "com.mysql.cj.jdbc.ConnectionImpl",
                    "com.mysql.cj.jdbc.ConnectionWrapper"),
            "StatementProxy",
            List.of("org.postgresql.jdbc.PgStatement", "com.mysql.cj.jdbc.StatementImpl"),
            "PreparedStatementProxy",
            List.of(
                    "org.postgresql.jdbc.PgPreparedStatement",
                    "com.mysql.cj.jdbc.ClientPreparedStatement",
                    "com.mysql.cj.jdbc.ServerPreparedStatement"),
            "CallableStatementProxy",
            List.of("org.postgresql.jdbc.PgCallableStatement", "com.mysql.cj.jdbc.CallableStatement"),
            "ResultSetProxy",
            List.of(
                    "org.postgresql.jdbc.PgResultSet",
                    "com.mysql.cj.jdbc.result.ResultSetImpl",
                    "com.mysql.cj.jdbc.result.UpdatableResultSet",
                    "org.mariadb.jdbc.client.result.CompleteResult",
                    "org.mariadb.jdbc.client.result.StreamingResult",
                    "org.mariadb.jdbc.client.result.UpdatableResult"));

    private PremadeProxies() {}

    /** Returns the names of the drivers' classes that have one, by the simple name of the proxy that it extends. */
    public static Map<String, List<String>> driverClasses() {
        return DRIVER_CLASSES;
    }

    /** Returns the name of the class for {@code driverClass} that extends {@code base}. */
    public static String className(Class<?> base, String driverClass) {
        return PACKAGE + driverClass.replace('.', '_') + '_' + base.getSimpleName();
    }

    /**
     * Returns the class file, the same bytes each time.
     *
     * @param results as {@link VendorInterfaces} takes it
     */
    public static byte[] write(Class<?> base, Class<?> driverClass, Class<?> results) {
        List<Class<?>> interfaces = InterfaceSelection.of(driverClass, base);
        // reflection gives methods in another order each time
        Map<String, Method> missing = new TreeMap<>(MissingMethods.of(base, interfaces));
        String name = className(base, driverClass.getName()).replace('.', '/');
        return new ProxyClassWriter(base, driverClass, interfaces, results).write(name, missing);
    }

    /**
     * Returns the class for {@code driverClass}, or {@code base} if the build has written none.
     *
     * @throws IllegalStateException if the driver is of another version, whose interfaces the class does not serve
     * @throws ClassNotFoundException if the class is not in the image
     * @throws LinkageError if one of the interfaces is not there
     */
    static Class<?> find(Class<?> base, Class<?> driverClass) throws ClassNotFoundException {
        // an image that is strict about names throws an error for one that nobody has told it
        if (!DRIVER_CLASSES.getOrDefault(base.getSimpleName(), List.of()).contains(driverClass.getName())) {
            return base;
        }
        Class<?> found =
                Class.forName(className(base, driverClass.getName()), false, PremadeProxies.class.getClassLoader());
        for (Class<?> type : found.getInterfaces()) {
            if (!type.isAssignableFrom(driverClass)) {
                throw otherVersion(driverClass, "interface=" + type.getName());
            }
        }
        for (Method method : found.getMethods()) {
            Class<?> declaring = method.getDeclaringClass();
            // a bridge calls the method that narrows its result, on whatever object
            if (declaring.isInterface() && !declaring.isAssignableFrom(base) && !method.isBridge()) {
                throw otherVersion(driverClass, "method=" + declaring.getName() + '.' + method.getName());
            }
        }
        return found;
    }

    private static IllegalStateException otherVersion(Class<?> driverClass, String difference) {
        return new IllegalStateException("driver is of another version than the build's: class=" + driverClass.getName()
                + ", " + difference + "; use unwrap instead of casts, or the version that docs/guide/limits.md names");
    }
}
