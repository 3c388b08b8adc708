package dev.tollbooth.spring.origin;

import dev.tollbooth.spring.OnSwitch;
import dev.tollbooth.spring.StarterSettings;
import dev.tollbooth.spring.TollboothAutoConfiguration;
import dev.tollbooth.spring.TollboothInstances;
import io.micrometer.observation.ObservationRegistry;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.ApplicationListenerMethodAdapter;
import org.springframework.context.event.EventListenerFactory;
import org.springframework.core.Ordered;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.util.ClassUtils;

/**
 * A configuration that sets scheduled tasks and listeners as origins outside of requests, unless settings switch that
 * off.
 */
@AutoConfiguration(after = TollboothAutoConfiguration.class)
@ConditionalOnClass({ObservationRegistry.class, SchedulingConfigurer.class})
@ConditionalOnBean(TollboothInstances.class)
@OnSwitch(StarterSettings.ORIGIN)
public class TollboothTaskOriginAutoConfiguration {

    TollboothTaskOriginAutoConfiguration() {}

    @Bean
    @OnSwitch(StarterSettings.TASK_ORIGIN)
    static ObservedOrigins tollboothObservedOrigins(ObjectProvider<TollboothInstances> instances) {
        return new ObservedOrigins(instances);
    }

    /**
     * Observes scheduled tasks for their origins, unless another registry, such as the actuator's, observes them
     * already.
     */
    @Bean
    @OnSwitch(StarterSettings.TASK_ORIGIN)
    static SchedulingConfigurer tollboothScheduledOrigins(ObservedOrigins origins) {
        return tasks -> {
            ObservationRegistry known = tasks.getObservationRegistry();
            if (known == null || known.isNoop()) {
                ObservationRegistry registry = ObservationRegistry.create();
                registry.observationConfig().observationHandler(origins);
                tasks.setObservationRegistry(registry);
            }
        };
    }

    @Bean
    @OnSwitch(StarterSettings.LISTENER_ORIGIN)
    static ListenerOrigins tollboothListenerOrigins(ObjectProvider<TollboothInstances> instances) {
        return new ListenerOrigins(instances);
    }

    /**
     * A factory that creates the listeners of {@code @EventListener} methods as Spring does. Each method is the origin
     * of its executions: {@code shop.Stock.refill}. A listener that runs within a request, or within any other origin,
     * keeps that origin.
     *
     * <p>Thread-safe.
     */
    static final class ListenerOrigins implements EventListenerFactory, Ordered {

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
}
