package dev.tollbooth.internal.vendor;

import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * A cache of the proxy classes for drivers' classes. A proxy class also declares the driver's public interfaces, so
 * that {@code (PGConnection) connection} works.
 *
 * <p>Thread-safe by one lock, taken when a connection meets a driver's class for the first time, never in an execution.
 * Keys and values are weak, so no class loader is kept. If a class can't be written, the plain proxy is used, and the
 * failure is counted.
 */
public final class VendorInterfaces {

    private final Failures failures;
    private final Class<?> results;
    private final Map<Class<?>, Map<Class<?>, WeakReference<Class<?>>>> known = new WeakHashMap<>();

    /**
     * Makes an empty cache; {@code failures} counts classes that can't be written.
     *
     * @param results the class with the static method {@code wrap(Object result, Object proxy, String text)} for
     *     results of a driver's own methods
     */
    public VendorInterfaces(Failures failures, Class<?> results) {
        this.failures = failures;
        this.results = results;
    }

    /** Returns an instance of the suitable class without a delegate, on which only {@code create} is called. */
    public <P> P prototype(Class<P> base, Class<?> driverClass) {
        return base.cast(newInstance(proxyClass(base, driverClass)));
    }

    private synchronized Class<?> proxyClass(Class<?> base, Class<?> driverClass) {
        Map<Class<?>, WeakReference<Class<?>>> byBase = known.get(driverClass);
        if (byBase == null) {
            byBase = new WeakHashMap<>();
            known.put(driverClass, byBase);
        }
        WeakReference<Class<?>> before = byBase.get(base);
        Class<?> proxyClass = before == null ? null : before.get();
        if (proxyClass == null) {
            proxyClass = findOrWrite(base, driverClass);
            byBase.put(base, new WeakReference<>(proxyClass));
        }
        return proxyClass;
    }

    private Class<?> findOrWrite(Class<?> base, Class<?> driverClass) {
        try {
            return write(base, driverClass);
        } catch (Exception | LinkageError e) {
            failures.caught(Place.VENDOR_INTERFACES, e);
            return base;
        }
    }

    private Class<?> write(Class<?> base, Class<?> driverClass) throws ReflectiveOperationException {
        List<Class<?>> interfaces = InterfaceSelection.of(driverClass, base);
        Map<String, Method> missing = MissingMethods.of(base, interfaces);
        boolean fits = missing.isEmpty();
        for (Class<?> type : interfaces) {
            fits &= type.isAssignableFrom(base);
        }
        return fits ? base : new ProxyClassWriter(base, driverClass, interfaces, results).define(missing);
    }

    private static Object newInstance(Class<?> proxyClass) {
        try {
            Constructor<?> constructor = proxyClass.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("proxy class was not woven by the build: " + proxyClass.getName(), e);
        }
    }
}
