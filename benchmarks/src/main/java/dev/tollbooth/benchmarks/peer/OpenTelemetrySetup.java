package dev.tollbooth.benchmarks.peer;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.instrumentation.jdbc.datasource.JdbcTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.samplers.Sampler;

/** The setup of OpenTelemetry's JDBC library. */
final class OpenTelemetrySetup {

    private OpenTelemetrySetup() {}

    static Connector withoutSdk(Origin origin) {
        return connector(origin, OpenTelemetry.noop());
    }

    static Connector withMetrics(Origin origin) {
        // the only metric is that of the stable conventions, which has to be enabled
        System.setProperty("otel.semconv-stability.opt-in", "database");
        return connector(
                origin,
                OpenTelemetrySdk.builder()
                        .setMeterProvider(SdkMeterProvider.builder()
                                .registerMetricReader(new IdleMetricReader())
                                .build())
                        .setTracerProvider(SdkTracerProvider.builder()
                                .setSampler(Sampler.alwaysOff())
                                .build())
                        .build());
    }

    private static Connector connector(Origin origin, OpenTelemetry telemetry) {
        return JdbcTelemetry.create(telemetry).wrap(new OriginDataSource(origin))::getConnection;
    }
}
