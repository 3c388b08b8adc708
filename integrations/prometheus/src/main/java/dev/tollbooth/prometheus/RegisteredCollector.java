package dev.tollbooth.prometheus;

import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** A collector in a registry, until it is closed: another application of the JVM may have the same registry. */
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
