package dev.tollbooth.spring.origin;

import dev.tollbooth.spring.TollboothInstances;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ApplicationListenerMethodAdapter;
import org.springframework.context.event.EventListenerFactory;
import org.springframework.core.Ordered;
import org.springframework.util.ClassUtils;

/**
 * A factory that creates the listeners of {@code @EventListener} methods as Spring does. Each method is the origin of
 * its executions: {@code shop.Stock.refill}. A listener that runs within a request, or within any other origin, keeps
 * that origin.
 *
 * <p>Thread-safe.
 */
final class ListenerOrigins implements EventListenerFactory, Ordered {

    private final ObjectProvider<TollboothInstances> instances;

    ListenerOrigins(ObjectProvider<TollboothInstances> instances) {
        this.instances = instances;
    }

    /**
     * Returns a position before Spring's own factory, which accepts all methods, and after the factories of
     * transactions and of the application.
     */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE - 1;
    }

    @Override
    public boolean supportsMethod(Method method) {
        return true;
    }

    @Override
    public ApplicationListener<?> createApplicationListener(String bean, Class<?> type, Method method) {
        return new NamedListener(bean, type, method);
    }

    private final class NamedListener extends ApplicationListenerMethodAdapter {

        private final String origin;

        NamedListener(String bean, Class<?> type, Method method) {
            super(bean, type, method);
            origin = ClassUtils.getUserClass(type).getName() + "." + method.getName();
        }

        @Override
        protected @Nullable Object doInvoke(@Nullable Object... arguments) {
            TollboothInstances known = instances.getIfAvailable();
            OriginScopes scopes =
                    known == null ? OriginScopes.none() : OriginScopes.enterUnlessNamed(known.list(), origin);
            try {
                return super.doInvoke(arguments);
            } finally {
                scopes.close();
            }
        }
    }
}
