package dev.tollbooth.internal.otlp;

import com.google.protobuf.ByteString;
import dev.tollbooth.internal.metrics.ExponentialBuckets;
import dev.tollbooth.internal.metrics.Metric;
import dev.tollbooth.internal.metrics.MetricAttribute;
import dev.tollbooth.internal.metrics.MetricPoint;
import dev.tollbooth.internal.metrics.MetricSet;
import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.internal.trace.Exemplar;
import dev.tollbooth.internal.trace.TraceIds;
import dev.tollbooth.proto.otlp.AggregationTemporality;
import dev.tollbooth.proto.otlp.AnyValue;
import dev.tollbooth.proto.otlp.ExponentialHistogram;
import dev.tollbooth.proto.otlp.ExponentialHistogramDataPoint;
import dev.tollbooth.proto.otlp.ExportMetricsServiceRequest;
import dev.tollbooth.proto.otlp.Gauge;
import dev.tollbooth.proto.otlp.Histogram;
import dev.tollbooth.proto.otlp.HistogramDataPoint;
import dev.tollbooth.proto.otlp.InstrumentationScope;
import dev.tollbooth.proto.otlp.KeyValue;
import dev.tollbooth.proto.otlp.NumberDataPoint;
import dev.tollbooth.proto.otlp.Resource;
import dev.tollbooth.proto.otlp.ResourceMetrics;
import dev.tollbooth.proto.otlp.ScopeMetrics;
import dev.tollbooth.proto.otlp.Sum;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * An encoder that turns metrics into the message for a collector. Metrics are cumulative; latencies are exponential
 * histograms of scale 4.
 */
final class OtlpMessages {

    private static final String SCOPE = "dev.tollbooth";
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final AggregationTemporality CUMULATIVE = AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE;

    private final long timeNanos;
    private final List<KeyValue> ofAll;

    private OtlpMessages(MetricSet metrics) {
        this.timeNanos = metrics.epochMillis() * NANOS_PER_MILLI;
        this.ofAll = attributes(metrics.attributes());
    }

    static ExportMetricsServiceRequest of(MetricSet metrics, ReportResource resource, String version) {
        OtlpMessages encoder = new OtlpMessages(metrics);
        ScopeMetrics.Builder scope = ScopeMetrics.newBuilder()
                .setScope(InstrumentationScope.newBuilder().setName(SCOPE).setVersion(version));
        metrics.metrics().forEach(metric -> scope.addMetrics(encoder.metric(metric)));
        return ExportMetricsServiceRequest.newBuilder()
                .addResourceMetrics(ResourceMetrics.newBuilder()
                        .setResource(Resource.newBuilder().addAllAttributes(attributes(resource.otelAttributes())))
                        .addScopeMetrics(scope))
                .build();
    }

    private dev.tollbooth.proto.otlp.Metric metric(Metric metric) {
        var result = dev.tollbooth.proto.otlp.Metric.newBuilder()
                .setName(metric.name())
                .setUnit(metric.unit())
                .setDescription(metric.description());
        List<MetricPoint> points = metric.points();
        switch (metric.kind()) {
            case COUNTER ->
                result.setSum(Sum.newBuilder()
                        .setAggregationTemporality(CUMULATIVE)
                        .setIsMonotonic(true)
                        .addAllDataPoints(points.stream().map(this::number).toList()));
            case GAUGE ->
                result.setGauge(Gauge.newBuilder()
                        .addAllDataPoints(points.stream().map(this::number).toList()));
            case LATENCIES ->
                result.setExponentialHistogram(ExponentialHistogram.newBuilder()
                        .setAggregationTemporality(CUMULATIVE)
                        .addAllDataPoints(points.stream().map(this::latencies).toList()));
            case COUNT_AND_SUM ->
                result.setHistogram(Histogram.newBuilder()
                        .setAggregationTemporality(CUMULATIVE)
                        .addAllDataPoints(points.stream().map(this::countAndSum).toList()));
        }
        return result.build();
    }

    private List<KeyValue> all(MetricPoint point) {
        List<KeyValue> all = new ArrayList<>(ofAll);
        all.addAll(attributes(point.attributes()));
        return all;
    }

    private static List<KeyValue> attributes(Map<String, String> all) {
        List<KeyValue> result = new ArrayList<>(all.size());
        all.forEach((name, value) -> result.add(
                KeyValue.newBuilder().setKey(name).setValue(value(name, value)).build()));
        return result;
    }

    private static AnyValue.Builder value(String name, String value) {
        AnyValue.Builder result = AnyValue.newBuilder();
        return switch (MetricAttribute.type(name)) {
            case TEXT -> result.setStringValue(value);
            case NUMBER -> result.setIntValue(Long.parseLong(value));
            case FLAG -> result.setBoolValue(Boolean.parseBoolean(value));
        };
    }

    private NumberDataPoint number(MetricPoint point) {
        NumberDataPoint.Builder result = NumberDataPoint.newBuilder()
                .setStartTimeUnixNano(point.startEpochMillis() * NANOS_PER_MILLI)
                .setTimeUnixNano(timeNanos)
                .addAllAttributes(all(point));
        double value = point.value();
        return (value == Math.rint(value) ? result.setAsInt((long) value) : result.setAsDouble(value)).build();
    }

    private HistogramDataPoint countAndSum(MetricPoint point) {
        return HistogramDataPoint.newBuilder()
                .setStartTimeUnixNano(point.startEpochMillis() * NANOS_PER_MILLI)
                .setTimeUnixNano(timeNanos)
                .addAllAttributes(all(point))
                .setCount(point.count())
                .setSum(point.value())
                .addBucketCounts(point.count())
                .build();
    }

    private ExponentialHistogramDataPoint latencies(MetricPoint point) {
        ExponentialHistogramDataPoint.Builder result = ExponentialHistogramDataPoint.newBuilder()
                .setStartTimeUnixNano(point.startEpochMillis() * NANOS_PER_MILLI)
                .setTimeUnixNano(timeNanos)
                .addAllAttributes(all(point))
                .setCount(point.count())
                .setSum(point.value())
                .setScale(ExponentialBuckets.SCALE)
                .setPositive(buckets(point.histogram()));
        point.exemplars().forEach(exemplar -> result.addExemplars(exemplar(exemplar)));
        return result.build();
    }

    private static dev.tollbooth.proto.otlp.Exemplar.Builder exemplar(Exemplar exemplar) {
        TraceIds ids = exemplar.ids();
        return dev.tollbooth.proto.otlp.Exemplar.newBuilder()
                .setTimeUnixNano(exemplar.epochMillis() * NANOS_PER_MILLI)
                .setAsDouble(exemplar.seconds())
                .setTraceId(ByteString.copyFrom(HexFormat.of().parseHex(ids.traceId())))
                .setSpanId(ByteString.copyFrom(HexFormat.of().parseHex(ids.spanId())));
    }

    private static ExponentialHistogramDataPoint.Buckets buckets(HistogramSnapshot histogram) {
        ExponentialHistogramDataPoint.Buckets.Builder buckets = ExponentialHistogramDataPoint.Buckets.newBuilder();
        if (histogram.total() > 0) {
            int next = ExponentialBuckets.index(histogram.firstBucket());
            buckets.setOffset(next);
            for (int bucket = histogram.firstBucket(); bucket <= histogram.lastBucket(); bucket++) {
                for (int index = ExponentialBuckets.index(bucket); next < index; next++) {
                    buckets.addBucketCounts(0); // no latency bucket maps to this one
                }
                buckets.addBucketCounts(histogram.count(bucket));
                next++;
            }
        }
        return buckets.build();
    }
}
