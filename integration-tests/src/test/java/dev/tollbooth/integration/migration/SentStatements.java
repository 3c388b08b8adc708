package dev.tollbooth.integration.migration;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** A count of all executions that reach the driver of a data source, for a comparison with Tollbooth's count. */
final class SentStatements {
    private final AtomicInteger sent = new AtomicInteger();

    int count() {
        return sent.get();
    }

    DataSource under(DataSource dataSource) {
        return (DataSource) counting(DataSource.class, dataSource);
    }

    private Object counting(Class<?> type, Object delegate) {
        return Proxy.newProxyInstance(
                SentStatements.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (delegate instanceof Statement && method.getName().startsWith("execute")) {
                        sent.incrementAndGet();
                    }
                    Object result = invoke(delegate, method, arguments);
                    Class<?> returned = method.getReturnType();
                    boolean leadsOn = returned == Connection.class || Statement.class.isAssignableFrom(returned);
                    return leadsOn && result != null ? counting(returned, result) : result;
                });
    }

    private static Object invoke(Object delegate, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(delegate, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
