package dev.tollbooth.opentelemetry;

import io.opentelemetry.sdk.autoconfigure.spi.AutoConfigurationCustomizer;
import io.opentelemetry.sdk.autoconfigure.spi.AutoConfigurationCustomizerProvider;

/**
 * A provider that registers a {@link TollboothMetricProducer} when the SDK configures itself. The SDK finds it on the
 * class path.
 */
public final class TollboothMetricsProvider implements AutoConfigurationCustomizerProvider {

    /** Makes the provider for {@link java.util.ServiceLoader}. */
    public TollboothMetricsProvider() {}

    @Override
    public void customize(AutoConfigurationCustomizer customizer) {
        customizer.addMeterProviderCustomizer(
                (builder, config) -> builder.registerMetricProducer(new TollboothMetricProducer()));
    }
}
