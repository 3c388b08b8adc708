package dev.tollbooth.opentelemetry;

import io.opentelemetry.sdk.metrics.export.MetricProducer;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * A configuration for Spring Boot 3.5 and 4 that provides a {@link TollboothMetricProducer}, for applications that
 * build their {@code SdkMeterProvider} themselves. OpenTelemetry's own starter needs no bean, because it uses
 * {@link TollboothMetricsProvider}.
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
