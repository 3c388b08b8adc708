package dev.tollbooth.opentelemetry;

import io.opentelemetry.sdk.autoconfigure.spi.AutoConfigurationCustomizer;
import io.opentelemetry.sdk.autoconfigure.spi.AutoConfigurationCustomizerProvider;

/** Has the SDK's autoconfiguration register a {@link TollboothMetricProducer}: it is enough that this is on the class path. */
public final class TollboothMetricsProvider implements AutoConfigurationCustomizerProvider {

    /** Made by the SDK. */
    public TollboothMetricsProvider() {}

    @Override
    public void customize(AutoConfigurationCustomizer customizer) {
        customizer.addMeterProviderCustomizer(
                (builder, config) -> builder.registerMetricProducer(new TollboothMetricProducer()));
    }
}
