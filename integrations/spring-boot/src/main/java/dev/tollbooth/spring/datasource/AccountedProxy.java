package dev.tollbooth.spring.datasource;

import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.jdbc.TollboothConnectionPoolDataSource;
import dev.tollbooth.jdbc.TollboothDataSource;
import dev.tollbooth.jdbc.TollboothXADataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import javax.sql.ConnectionPoolDataSource;
import javax.sql.DataSource;
import javax.sql.XADataSource;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopConfigException;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * A Spring proxy of an existing data source: methods that open connections go through Tollbooth, all others to the
 * bean. The proxy extends the bean's class, so that it can be injected everywhere. If the bean is a JDK proxy, the new
 * proxy implements the same interfaces.
 *
 * <p>Thread-safe if the data source is.
 */
final class AccountedProxy implements MethodInterceptor {

    /** The wrappers, one for each interface of {@code javax.sql} that the bean implements. */
    private final List<Object> openers;

    private AccountedProxy(List<Object> openers) {
        this.openers = openers;
    }

    /**
     * Returns a proxy of {@code dataSource}, which implements at least one of {@code DataSource}, {@code
     * ConnectionPoolDataSource} and {@code XADataSource}.
     *
     * @throws AopConfigException if its class, or a method that opens connections, is final
     */
    static Object of(Object dataSource, Tollbooth tollbooth) {
        for (Method method : dataSource.getClass().getMethods()) {
            if (opensConnections(method.getName())
                    && Modifier.isFinal(method.getModifiers())
                    && !Proxy.isProxyClass(dataSource.getClass())) {
                throw new AopConfigException("final: " + method.getName());
            }
        }
        List<Object> openers = new ArrayList<>();
        if (dataSource instanceof DataSource plain) {
            openers.add(new TollboothDataSource(plain, tollbooth));
        }
        if (dataSource instanceof XADataSource xa) {
            openers.add(new TollboothXADataSource(xa, tollbooth));
        }
        if (dataSource instanceof ConnectionPoolDataSource pooled) {
            openers.add(new TollboothConnectionPoolDataSource(pooled, tollbooth));
        }
        return of(dataSource, new AccountedProxy(openers));
    }

    /**
     * Returns a proxy of the bean's class whose methods call {@code advice}.
     *
     * @throws AopConfigException if the class is final, or Spring can't make a subclass of it
     */
    static Object of(Object bean, MethodInterceptor advice) {
        ProxyFactory factory = new ProxyFactory(bean);
        factory.setProxyTargetClass(!Proxy.isProxyClass(bean.getClass()));
        factory.addAdvice(advice);
        return withFields(bean, factory.getProxy(ClassUtils.getDefaultClassLoader()));
    }

    /**
     * Copies the fields of the bean to its proxy, because some classes read a pool's fields, such as Boot's metrics for
     * HikariCP.
     */
    private static Object withFields(Object bean, Object proxy) {
        try {
            if (bean.getClass().isInstance(proxy)) {
                ReflectionUtils.shallowCopyFieldState(bean, proxy);
            }
        } catch (RuntimeException e) {
            // the fields are inaccessible, but methods of the proxy call the bean's
        }
        return proxy;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation call) throws Throwable {
        Method method = call.getMethod();
        if (opensConnections(method.getName())) {
            for (Object opener : openers) {
                Method accounted = ClassUtils.getMethodIfAvailable(
                        opener.getClass(), method.getName(), method.getParameterTypes());
                if (accounted != null) {
                    return invoke(accounted, opener, call.getArguments());
                }
            }
        }
        return call.proceed();
    }

    private static boolean opensConnections(String method) {
        return switch (method) {
            case "getConnection",
                    "createConnectionBuilder",
                    "getXAConnection",
                    "createXAConnectionBuilder",
                    "getPooledConnection",
                    "createPooledConnectionBuilder" -> true;
            default -> false;
        };
    }

    private static @Nullable Object invoke(Method method, Object opener, @Nullable Object[] arguments)
            throws Throwable {
        try {
            return method.invoke(opener, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }
}
