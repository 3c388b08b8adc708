package dev.tollbooth.jdbc.proxy;

import dev.tollbooth.accounting.control.Failures;
import dev.tollbooth.accounting.control.Place;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds or writes the proxy class for a driver's class: one that declares the driver's public interfaces too, so that
 * {@code (PGConnection) connection} works.
 *
 * <p>Thread-safe: one lock, taken when a connection meets a driver's class for the first time, never in an execution.
 * Keys and values are weak: no class loader is kept. Where a class can't be written the plain proxy serves, and the
 * failure is counted.
 */
public final class VendorInterfaces {

    /** The newest JDK that is known to have no method more than the build's; a test holds it against that. */
    static final int NEWEST_WHOLE_JDK = 25;

    private static final List<Class<?>> FIRST =
            List.of(ConnectionProxy.class, PreparedStatementProxy.class, ResultSetProxy.class);

    private final boolean on;
    private final Failures failures;
    private final Map<Class<?>, Map<Class<?>, WeakReference<Class<?>>>> written = new WeakHashMap<>();
    private final Map<Class<?>, Boolean> whole = new ConcurrentHashMap<>();

    /** Writes classes where {@code on}, otherwise gives plain proxies always. */
    public VendorInterfaces(boolean on, Failures failures) {
        this.on = on;
        this.failures = failures;
    }

    /**
     * Looks on this thread at what the first connection and its first rows need, and writes a class that nobody uses where
     * the driver of {@code subProtocol} may need some: all do but H2's.
     */
    public void load(String subProtocol) {
        boolean writes = on && !subProtocol.isEmpty() && !subProtocol.equals("h2");
        for (Class<?> base : on ? FIRST : List.<Class<?>>of()) {
            if (isWhole(base) && writes) {
                new ProxyClassWriter(base, Object.class, List.of())
                        .write(MissingMethods.of(base, List.of(Runnable.class), true));
            }
        }
    }

    /** Returns an instance of the class that fits, without a delegate: good for its {@code create} only. */
    <P> P prototype(Class<P> base, Class<?> driverClass) {
        return base.cast(newInstance(on ? proxyClass(base, driverClass) : base));
    }

    private synchronized Class<?> proxyClass(Class<?> base, Class<?> driverClass) {
        Map<Class<?>, WeakReference<Class<?>>> byBase = written.get(driverClass);
        if (byBase == null) {
            byBase = new WeakHashMap<>();
            written.put(driverClass, byBase);
        }
        WeakReference<Class<?>> known = byBase.get(base);
        Class<?> proxyClass = known == null ? null : known.get();
        if (proxyClass == null) {
            proxyClass = write(base, driverClass);
            byBase.put(base, new WeakReference<>(proxyClass));
        }
        return proxyClass;
    }

    private Class<?> write(Class<?> base, Class<?> driverClass) {
        try {
            List<Class<?>> interfaces = InterfaceSelection.of(driverClass, base);
            Map<String, Method> missing = missing(base, interfaces);
            boolean fits = missing.isEmpty();
            for (Class<?> type : interfaces) {
                fits &= type.isAssignableFrom(base);
            }
            return fits ? base : new ProxyClassWriter(base, driverClass, interfaces).define(missing);
        } catch (Exception | LinkageError e) {
            failures.caught(Place.VENDOR_INTERFACES, e);
            return base;
        }
    }

    private Map<String, Method> missing(Class<?> base, List<Class<?>> interfaces) {
        if (!isWhole(base)) {
            return MissingMethods.of(base, interfaces, false);
        }
        List<Class<?>> others = new ArrayList<>();
        for (Class<?> type : interfaces) {
            boolean known = false;
            for (Class<?> ofJdk : base.getInterfaces()) {
                known |= type.isAssignableFrom(ofJdk);
            }
            if (!known) {
                others.add(type);
            }
        }
        return others.isEmpty() ? Map.of() : MissingMethods.of(base, others, true);
    }

    /** Whether {@code base} has all methods of its own interfaces: in a JDK newer than the build they may have more. */
    private boolean isWhole(Class<?> base) {
        Boolean known = whole.get(base);
        if (known == null) {
            known = Integer.getInteger("java.specification.version", Integer.MAX_VALUE) <= NEWEST_WHOLE_JDK
                    || MissingMethods.areNone(base)
                    || MissingMethods.of(base, List.of(base.getInterfaces()), false)
                            .isEmpty();
            whole.put(base, known);
        }
        return known;
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
