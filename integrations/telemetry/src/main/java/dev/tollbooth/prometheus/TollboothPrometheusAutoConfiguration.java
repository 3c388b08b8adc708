package dev.tollbooth.prometheus;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * A configuration for Spring Boot 3.5 and 4 that shows the figures at {@code /actuator/prometheus}. It registers a
 * {@link TollboothCollector}, or the application's own bean, with the registry of Prometheus' client.
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.actuate.autoconfigure.metrics.export.prometheus.PrometheusMetricsExportAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.export.prometheus.PrometheusMetricsExportAutoConfiguration"
        })
@ConditionalOnClass(PrometheusRegistry.class)
@ConditionalOnBean(PrometheusRegistry.class)
public class TollboothPrometheusAutoConfiguration {

    TollboothPrometheusAutoConfiguration() {}

    @Bean
    @Lazy(false) // no other bean needs it
    RegisteredCollector tollboothRegisteredCollector(
            PrometheusRegistry registry, ObjectProvider<TollboothCollector> collector) {
        return RegisteredCollector.register(registry, collector.getIfAvailable(TollboothCollector::new));
    }

    /**
     * A collector in a registry. It is removed when closed, because another application of the JVM may use the same
     * registry.
     *
     * @param registry the registry
     * @param collector the collector
     */
    record RegisteredCollector(PrometheusRegistry registry, TollboothCollector collector) implements AutoCloseable {

        static RegisteredCollector register(PrometheusRegistry registry, TollboothCollector collector) {
            registry.register(collector);
            return new RegisteredCollector(registry, collector);
        }

        @Override
        public void close() {
            registry.unregister(collector);
        }
    }
}
