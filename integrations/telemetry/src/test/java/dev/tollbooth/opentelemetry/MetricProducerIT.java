package dev.tollbooth.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.statement.StatementSnapshot;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** Tests the SDK with its autoconfiguration, which finds the producer on the class path. */
class MetricProducerIT {

    private static final AttributeKey<String> SUMMARY = AttributeKey.stringKey("db.query.summary");

    @Test
    void autoconfiguredSdk_applicationRuns_readsTheTablesCounts() throws Exception {
        InMemoryMetricReader reader = InMemoryMetricReader.create();
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:opentelemetry");
        try (OpenTelemetrySdk sdk = AutoConfiguredOpenTelemetrySdk.builder()
                        .addPropertiesSupplier(() -> Map.of(
                                "otel.metrics.exporter", "none",
                                "otel.traces.exporter", "none",
                                "otel.logs.exporter", "none",
                                "otel.service.name", "checkout"))
                        .addTracerProviderCustomizer((builder, config) ->
                                builder.addSpanProcessor(SimpleSpanProcessor.create(InMemorySpanExporter.create())))
                        .addMeterProviderCustomizer((builder, config) -> builder.registerMetricReader(reader))
                        .build()
                        .getOpenTelemetrySdk();
                Tollbooth tollbooth =
                        Tollbooth.builder().setting("name", "shop").build();
                Connection connection = tollbooth.wrap(h2).getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(sdk).isNotNull();
            statement.execute("create table songs (id int primary key)");
            reader.collectAllMetrics(); // exemplars are kept from the first read on
            Span span = sdk.getTracer("test").spanBuilder("request").startSpan();
            assertThat(span.getSpanContext().isSampled()).isTrue();
            for (int i = 0; i < 500; i++) {
                Context context = i == 250 ? Context.root().with(span) : Context.root();
                try (Scope current = context.makeCurrent()) {
                    assertThat(current).isNotNull();
                    statement.execute("insert into songs values (" + i + ")");
                }
            }
            span.end();
            Map<String, MetricData> metrics = reader.collectAllMetrics().stream()
                    .filter(metric ->
                            metric.getInstrumentationScopeInfo().getName().equals("dev.tollbooth"))
                    .collect(Collectors.toMap(MetricData::getName, Function.identity()));
            MetricData duration = metrics.get("db.client.operation.duration");
            assertThat(duration.getResource().getAttribute(AttributeKey.stringKey("service.name")))
                    .isEqualTo("checkout");
            assertThat(duration.getExponentialHistogramData().getAggregationTemporality())
                    .isEqualTo(AggregationTemporality.CUMULATIVE);
            for (StatementSnapshot row : tollbooth.statements().list()) {
                ExponentialHistogramPointData point = duration.getExponentialHistogramData().getPoints().stream()
                        .filter(p -> row.summary().equals(p.getAttributes().get(SUMMARY)))
                        .findAny()
                        .orElseThrow();
                assertThat(point.getCount()).isEqualTo(row.count());
                assertThat(point.getScale()).isEqualTo(4);
                assertThat(point.getPositiveBuckets().getBucketCounts().stream()
                                .filter(count -> count > 0)
                                .toList())
                        .isEqualTo(counts(row));
                assertThat(point.getAttributes().get(AttributeKey.stringKey("db.system.name")))
                        .isEqualTo("h2database");
            }
            assertThat(duration.getExponentialHistogramData().getPoints().stream()
                            .flatMap(point -> point.getExemplars().stream())
                            .toList())
                    .singleElement()
                    .satisfies(exemplar -> {
                        assertThat(exemplar.getSpanContext().getTraceId())
                                .isEqualTo(span.getSpanContext().getTraceId());
                        assertThat(exemplar.getSpanContext().getSpanId())
                                .isEqualTo(span.getSpanContext().getSpanId());
                        assertThat(exemplar.getValue()).isPositive();
                    });
            assertThat(metrics)
                    .containsKeys(
                            "tollbooth.request_units", "tollbooth.transactions", "db.client.response.returned_rows");
        }
        assertThat(reader.collectAllMetrics()).as("no instance any more").isEmpty();
    }

    static List<Long> counts(StatementSnapshot row) {
        return IntStream.rangeClosed(
                        row.histogram().firstBucket(), row.histogram().lastBucket())
                .mapToObj(bucket -> row.histogram().count(bucket))
                .filter(count -> count > 0)
                .toList();
    }
}
