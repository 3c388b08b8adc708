package dev.tollbooth.internal.prometheus;

import dev.tollbooth.internal.metrics.ExponentialBuckets;
import dev.tollbooth.internal.metrics.Metric;
import dev.tollbooth.internal.metrics.MetricKind;
import dev.tollbooth.internal.metrics.MetricPoint;
import dev.tollbooth.internal.metrics.MetricSet;
import dev.tollbooth.internal.metrics.PrometheusNames;
import dev.tollbooth.internal.trace.Exemplar;
import dev.tollbooth.proto.prometheus.BucketSpan;
import dev.tollbooth.proto.prometheus.Counter;
import dev.tollbooth.proto.prometheus.Gauge;
import dev.tollbooth.proto.prometheus.Histogram;
import dev.tollbooth.proto.prometheus.LabelPair;
import dev.tollbooth.proto.prometheus.MetricFamily;
import dev.tollbooth.proto.prometheus.MetricType;
import dev.tollbooth.proto.prometheus.Summary;
import dev.tollbooth.proto.prometheus.Timestamp;
import dev.tollbooth.statement.HistogramSnapshot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Metrics in Prometheus' protobuf format, with native histograms of schema 4: all 450 buckets, those alone that are used. */
final class PrometheusMessages {

    static final String CONTENT_TYPE =
            "application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=delimited";

    /** As client libraries have it; it says that the histogram is a native one where it is empty. */
    private static final double ZERO_THRESHOLD = 0x1p-128;

    private PrometheusMessages() {}

    static byte[] of(MetricSet metrics) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(64 << 10);
        try {
            for (Metric metric : metrics.metrics()) {
                family(metric, metrics.attributes()).writeDelimitedTo(bytes);
            }
        } catch (IOException e) {
            throw new IllegalStateException("memory is no file", e);
        }
        return bytes.toByteArray();
    }

    private static MetricFamily family(Metric metric, Map<String, String> ofAll) {
        MetricFamily.Builder family = MetricFamily.newBuilder()
                .setName(PrometheusNames.ofSeries(metric))
                .setHelp(metric.description())
                .setType(type(metric.kind()));
        for (MetricPoint point : metric.points()) {
            family.addMetric(series(metric.kind(), point)
                    .addAllLabel(labels(PrometheusNames.labels(ofAll, point.attributes()))));
        }
        return family.build();
    }

    private static MetricType type(MetricKind kind) {
        return switch (kind) {
            case COUNTER -> MetricType.COUNTER;
            case GAUGE -> MetricType.GAUGE;
            case LATENCIES -> MetricType.HISTOGRAM;
            case COUNT_AND_SUM -> MetricType.SUMMARY;
        };
    }

    private static dev.tollbooth.proto.prometheus.Metric.Builder series(MetricKind kind, MetricPoint point) {
        var series = dev.tollbooth.proto.prometheus.Metric.newBuilder();
        return switch (kind) {
            case COUNTER -> series.setCounter(Counter.newBuilder().setValue(point.value()));
            case GAUGE -> series.setGauge(Gauge.newBuilder().setValue(point.value()));
            case LATENCIES -> series.setHistogram(histogram(point));
            case COUNT_AND_SUM ->
                series.setSummary(
                        Summary.newBuilder().setSampleCount(point.count()).setSampleSum(point.value()));
        };
    }

    private static List<LabelPair> labels(Map<String, String> all) {
        List<LabelPair> pairs = new ArrayList<>(all.size());
        all.forEach((name, value) ->
                pairs.add(LabelPair.newBuilder().setName(name).setValue(value).build()));
        return pairs;
    }

    private static Histogram histogram(MetricPoint point) {
        Histogram.Builder result = Histogram.newBuilder()
                .setSampleCount(point.count())
                .setSampleSum(point.value())
                .setSchema(ExponentialBuckets.SCALE)
                .setZeroThreshold(ZERO_THRESHOLD);
        addBuckets(result, point.histogram());
        point.exemplars().forEach(exemplar -> result.addExemplars(exemplar(exemplar)));
        return result.build();
    }

    private static dev.tollbooth.proto.prometheus.Exemplar.Builder exemplar(Exemplar exemplar) {
        long millis = exemplar.epochMillis();
        return dev.tollbooth.proto.prometheus.Exemplar.newBuilder()
                .addAllLabel(labels(PrometheusNames.labels(exemplar)))
                .setValue(exemplar.seconds())
                .setTimestamp(Timestamp.newBuilder()
                        .setSeconds(Math.floorDiv(millis, 1_000L))
                        .setNanos(Math.floorMod(millis, 1_000) * 1_000_000));
    }

    /** Prometheus counts a bucket by its upper bound: one more than OpenTelemetry. */
    private static void addBuckets(Histogram.Builder result, HistogramSnapshot histogram) {
        long before = 0;
        int next = 0; // the index behind the span so far
        BucketSpan.Builder span = null;
        for (int bucket = histogram.firstBucket(); bucket <= histogram.lastBucket(); bucket++) {
            long count = histogram.count(bucket);
            if (count == 0) {
                continue;
            }
            int index = ExponentialBuckets.index(bucket) + 1;
            if (span == null || index != next) {
                if (span != null) {
                    result.addPositiveSpan(span);
                }
                span = BucketSpan.newBuilder().setOffset(index - next);
            }
            span.setLength(span.getLength() + 1);
            result.addPositiveDelta(count - before);
            before = count;
            next = index + 1;
        }
        if (span != null) {
            result.addPositiveSpan(span);
        }
    }
}
