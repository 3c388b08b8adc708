package dev.tollbooth.spring.datasource;

import dev.tollbooth.jdbc.TollboothXADataSource;
import dev.tollbooth.spring.TollboothInstances;
import java.util.function.Supplier;
import javax.sql.XADataSource;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.jdbc.XADataSourceWrapper;

/**
 * An interceptor of Spring Boot's XA wrappers, which make data sources for a transaction manager. It passes an
 * accounted XA data source to the wrapper. Accounting around the wrapper's result would not see prepare and commit.
 *
 * <p>Thread-safe.
 */
final class XaWrapperAccounting implements MethodInterceptor {

    private final Supplier<TollboothInstances> instances;
    private final AccountedDataSources accounted;

    private XaWrapperAccounting(Supplier<TollboothInstances> instances, AccountedDataSources accounted) {
        this.instances = instances;
        this.accounted = accounted;
    }

    /** Returns a proxy of {@code bean} if that is an {@link XADataSourceWrapper}, else {@code bean}. */
    static Object ifWrapper(Object bean, Supplier<TollboothInstances> instances, AccountedDataSources accounted) {
        return bean instanceof XADataSourceWrapper
                ? AccountedProxy.of(bean, new XaWrapperAccounting(instances, accounted))
                : bean;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation call) throws Throwable {
        @Nullable Object[] arguments = call.getArguments();
        if (arguments.length != 1 || !(arguments[0] instanceof XADataSource xa)) {
            return call.proceed();
        }
        if (!accounted.contains(xa)) {
            arguments[0] = new TollboothXADataSource(xa, instances.get().shared());
        }
        Object made = call.proceed();
        if (made != null) {
            accounted.add(made);
        }
        return made;
    }
}
