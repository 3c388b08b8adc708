package dev.tollbooth.benchmarks.peer;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.instrumentation.jdbc.datasource.JdbcTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.samplers.Sampler;

/** OpenTelemetry's JDBC library. */
final class OpenTelemetrySetup {

    private OpenTelemetrySetup() {}

    static Connector withoutSdk(Origin origin) {
        return connector(origin, OpenTelemetry.noop());
    }

    static Connector withMetrics(Origin origin) {
        // the metric of the stable conventions is the only one there is, and has to be asked for
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
