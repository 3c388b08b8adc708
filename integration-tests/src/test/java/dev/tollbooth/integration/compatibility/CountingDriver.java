package dev.tollbooth.integration.compatibility;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Wrapper;
import java.util.Properties;
import java.util.concurrent.atomic.LongAdder;
import java.util.logging.Logger;

/**
 * A driver of {@code jdbc:counting:...} that delegates to the driver of {@code jdbc:...} and counts its calls. It is
 * below Tollbooth, so it sees calls that bypass Tollbooth, too, and its counts are independent of Tollbooth's.
 *
 * <p>Thread-safe.
 */
final class CountingDriver implements Driver {
    static final String PREFIX = "jdbc:counting:";

    private final LongAdder executions = new LongAdder();
    private final LongAdder errors = new LongAdder();
    private final LongAdder rows = new LongAdder();

    Counts counts() {
        return new Counts(executions.sum(), errors.sum(), rows.sum());
    }

    @Override
    public Connection connect(String url, Properties properties) throws SQLException {
        if (!acceptsURL(url)) {
            return null;
        }
        Connection connection = DriverManager.getConnection("jdbc:" + url.substring(PREFIX.length()), properties);
        return proxy(Connection.class, new Counted(connection, null));
    }

    @Override
    public boolean acceptsURL(String url) {
        return url.startsWith(PREFIX);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getGlobal();
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(CountingDriver.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** A handler of a connection, a statement or its result; {@code parent} is the proxy that returned it. */
    private final class Counted implements InvocationHandler {
        private final Object target;
        private final Object parent;

        Counted(Object target, Object parent) {
            this.target = target;
            this.parent = parent;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            switch (method.getName()) {
                case "equals":
                    return proxy == arguments[0];
                case "hashCode":
                    return System.identityHashCode(proxy);
                case "getConnection", "getStatement":
                    return parent;
                case "unwrap", "isWrapperFor":
                    return ofWrapper(proxy, method, (Class<?>) arguments[0]);
                default:
                    return call(proxy, method, arguments);
            }
        }

        private Object ofWrapper(Object proxy, Method method, Class<?> type) throws SQLException {
            if (method.getName().equals("unwrap")) {
                return type.isInstance(proxy) ? proxy : ((Wrapper) target).unwrap(type);
            }
            return type.isInstance(proxy) || ((Wrapper) target).isWrapperFor(type);
        }

        private Object call(Object proxy, Method method, Object[] arguments) throws Throwable {
            boolean execution = target instanceof Statement && method.getName().startsWith("execute");
            if (execution) {
                executions.increment();
            }
            Object result;
            try {
                result = method.invoke(target, arguments);
            } catch (InvocationTargetException e) {
                if (execution) {
                    errors.increment();
                }
                throw e.getCause();
            }
            if (target instanceof ResultSet && method.getName().equals("next") && Boolean.TRUE.equals(result)) {
                rows.increment();
            }
            boolean counted = result instanceof Statement
                    || target instanceof Statement
                            && result instanceof ResultSet
                            && !method.getName().equals("getGeneratedKeys");
            return counted ? proxy(method.getReturnType(), new Counted(result, proxy)) : result;
        }
    }
}
