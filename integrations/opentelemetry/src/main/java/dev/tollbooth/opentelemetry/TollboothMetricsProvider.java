package dev.tollbooth.opentelemetry;

import io.opentelemetry.sdk.autoconfigure.spi.AutoConfigurationCustomizer;
import io.opentelemetry.sdk.autoconfigure.spi.AutoConfigurationCustomizerProvider;

/**
 * A provider that registers a {@link TollboothMetricProducer} in the SDK's autoconfiguration, if it is on the class
 * path.
 */
public final class TollboothMetricsProvider implements AutoConfigurationCustomizerProvider {

    /** Makes the provider for the SDK. */
    public TollboothMetricsProvider() {}

    @Override
    public void customize(AutoConfigurationCustomizer customizer) {
        customizer.addMeterProviderCustomizer(
                (builder, config) -> builder.registerMetricProducer(new TollboothMetricProducer()));
    }
}
