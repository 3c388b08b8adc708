package dev.tollbooth.internal.vendor;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A filter that selects the interfaces of a driver's class that its proxy can declare.
 *
 * <p>It leaves out interfaces that are not public, are sealed, lie in a package that is not exported, have another
 * identity where the proxy will live, or are in {@link #SKIPPED}. In place of such an interface, it tries the parents.
 * Thread-safe: stateless.
 */
final class InterfaceSelection {

    /**
     * The names of interfaces to skip; a name that ends with a dot is a package. Most are internals of drivers. A
     * driver that finds one of these on a foreign object casts that object to its own class.
     */
    private static final List<String> SKIPPED = List.of(
            "com.mysql.cj.jdbc.result.ResultSetInternalMethods",
            "com.mysql.cj.jdbc.result.CachedResultSetMetaData",
            "com.mysql.cj.jdbc.result.UpdatableResultSet",
            "com.mysql.cj.protocol.",
            "com.mysql.cj.util.",
            "com.mysql.cj.log.",
            "com.mysql.cj.Query",
            "com.mysql.cj.exceptions.",
            // for H2's own casts; without it H2 needs no generated class, which saves its start 20 ms
            "org.h2.engine.CastDataProvider",
            "javax.naming.",
            // markers unrelated to the database: a proxy must not look serializable
            "java.io.",
            "java.lang.");

    private InterfaceSelection() {}

    /**
     * Returns the interfaces that a proxy of {@code driverClass} declares; interfaces of {@code java.sql} that {@code
     * base} has come first.
     */
    static List<Class<?>> of(Class<?> driverClass, Class<?> base) {
        Set<Class<?>> result = new LinkedHashSet<>();
        for (Class<?> type : base.getInterfaces()) {
            if (type.getName().startsWith("java.sql.")) {
                result.add(type);
            }
        }
        for (Class<?> c = driverClass; c != null; c = c.getSuperclass()) {
            add(c, driverClass.getClassLoader(), result);
        }
        return new ArrayList<>(result);
    }

    private static void add(Class<?> type, @Nullable ClassLoader driverLoader, Set<Class<?>> result) {
        for (Class<?> candidate : type.getInterfaces()) {
            if (isFit(candidate, driverLoader)) {
                result.add(candidate);
            } else {
                add(candidate, driverLoader, result);
            }
        }
    }

    private static boolean isFit(Class<?> type, @Nullable ClassLoader driverLoader) {
        return Modifier.isPublic(type.getModifiers())
                && !type.isSealed()
                && type.getModule().isExported(type.getPackageName())
                && isSame(type, driverLoader)
                && !isSkipped(type.getName());
    }

    private static boolean isSkipped(String name) {
        for (String entry : SKIPPED) {
            if (entry.endsWith(".") ? name.startsWith(entry) : name.equals(entry)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether {@code loader} finds exactly this {@code type} by the type's name. */
    static boolean isSame(Class<?> type, @Nullable ClassLoader loader) {
        try {
            return Class.forName(type.getName(), false, loader) == type;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }
}
