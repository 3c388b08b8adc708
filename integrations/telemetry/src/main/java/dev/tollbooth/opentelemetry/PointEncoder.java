package dev.tollbooth.opentelemetry;

import dev.tollbooth.internal.metrics.ExponentialBuckets;
import dev.tollbooth.internal.metrics.Metric;
import dev.tollbooth.internal.metrics.MetricAttribute;
import dev.tollbooth.internal.metrics.MetricPoint;
import dev.tollbooth.internal.metrics.MetricSet;
import dev.tollbooth.internal.trace.Exemplar;
import dev.tollbooth.internal.trace.TraceIds;
import dev.tollbooth.statement.HistogramSnapshot;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.Data;
import io.opentelemetry.sdk.metrics.data.DoubleExemplarData;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramBuckets;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramData;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramPointData;
import io.opentelemetry.sdk.metrics.data.GaugeData;
import io.opentelemetry.sdk.metrics.data.HistogramData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.SumData;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * An encoder of the series of one instance as points of OpenTelemetry's SDK.
 *
 * <p>Thread-safe: immutable.
 */
final class PointEncoder {

    private static final AggregationTemporality CUMULATIVE = AggregationTemporality.CUMULATIVE;

    private final Attributes ofAll;
    private final long timeNanos;

    PointEncoder(MetricSet set) {
        this.ofAll = attributes(Attributes.empty(), set.attributes());
        this.timeNanos = TimeUnit.MILLISECONDS.toNanos(set.epochMillis());
    }

    Data<?> data(Metric metric) {
        List<MetricPoint> points = metric.points();
        return switch (metric.kind()) {
            case COUNTER ->
                SumData.createDoubleSumData(
                        true, CUMULATIVE, points.stream().map(this::number).toList());
            case GAUGE ->
                GaugeData.createDoubleGaugeData(
                        points.stream().map(this::number).toList());
            case LATENCIES ->
                ExponentialHistogramData.create(
                        CUMULATIVE, points.stream().map(this::latencies).toList());
            case COUNT_AND_SUM ->
                HistogramData.create(
                        CUMULATIVE, points.stream().map(this::countAndSum).toList());
        };
    }

    private static long start(MetricPoint point) {
        return TimeUnit.MILLISECONDS.toNanos(point.startEpochMillis());
    }

    private Attributes attributes(MetricPoint point) {
        return attributes(ofAll, point.attributes());
    }

    private static Attributes attributes(Attributes base, Map<String, String> more) {
        AttributesBuilder result = base.toBuilder();
        more.forEach((name, value) -> {
            switch (MetricAttribute.type(name)) {
                case TEXT -> result.put(name, value);
                case NUMBER -> result.put(name, Long.parseLong(value));
                case FLAG -> result.put(name, Boolean.parseBoolean(value));
            }
        });
        return result.build();
    }

    private DoublePointData number(MetricPoint point) {
        return DoublePointData.create(start(point), timeNanos, attributes(point), point.value(), List.of());
    }

    private HistogramPointData countAndSum(MetricPoint point) {
        return HistogramPointData.create(
                start(point),
                timeNanos,
                attributes(point),
                point.value(),
                false,
                0,
                false,
                0,
                List.of(),
                List.of(point.count()));
    }

    private ExponentialHistogramPointData latencies(MetricPoint point) {
        int scale = ExponentialBuckets.SCALE;
        return ExponentialHistogramPointData.create(
                scale,
                point.value(),
                0,
                false,
                0,
                false,
                0,
                buckets(point.histogram()),
                ExponentialHistogramBuckets.create(scale, 0, List.of()),
                start(point),
                timeNanos,
                attributes(point),
                point.exemplars().stream().map(PointEncoder::exemplar).toList());
    }

    private static DoubleExemplarData exemplar(Exemplar exemplar) {
        TraceIds ids = exemplar.ids();
        return DoubleExemplarData.create(
                Attributes.empty(),
                TimeUnit.MILLISECONDS.toNanos(exemplar.epochMillis()),
                SpanContext.create(ids.traceId(), ids.spanId(), TraceFlags.getSampled(), TraceState.getDefault()),
                exemplar.seconds());
    }

    private static ExponentialHistogramBuckets buckets(HistogramSnapshot histogram) {
        List<Long> counts = new ArrayList<>();
        int offset = ExponentialBuckets.index(histogram.firstBucket());
        for (int bucket = histogram.firstBucket(); bucket <= histogram.lastBucket(); bucket++) {
            while (offset + counts.size() < ExponentialBuckets.index(bucket)) {
                counts.add(0L); // no latency bucket maps to this one
            }
            counts.add(histogram.count(bucket));
        }
        return ExponentialHistogramBuckets.create(ExponentialBuckets.SCALE, offset, counts);
    }
}
