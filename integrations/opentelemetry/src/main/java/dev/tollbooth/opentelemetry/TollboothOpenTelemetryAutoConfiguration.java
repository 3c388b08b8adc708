package dev.tollbooth.opentelemetry;

import io.opentelemetry.sdk.metrics.export.MetricProducer;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * A configuration that adds a {@link TollboothMetricProducer} to a Spring Boot application, 3.5 or 4, that builds its
 * {@code SdkMeterProvider} itself. OpenTelemetry's own starter needs no bean, because it uses {@link
 * TollboothMetricsProvider}.
 */
@AutoConfiguration
@ConditionalOnClass(MetricProducer.class)
public class TollboothOpenTelemetryAutoConfiguration {

    TollboothOpenTelemetryAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    TollboothMetricProducer tollboothMetricProducer() {
        return new TollboothMetricProducer();
    }
}
