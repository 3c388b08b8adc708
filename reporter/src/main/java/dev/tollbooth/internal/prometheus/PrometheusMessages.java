package dev.tollbooth.internal.prometheus;

import com.google.protobuf.CodedOutputStream;
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
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The metrics of a scrape in Prometheus' protobuf format. Latencies are native histograms of schema 4, with every bucket
 * that has a count.
 *
 * <p>A family of series begins with its length, so each series is built twice: to find the length, and to be written. So
 * memory holds only one series at a time.
 *
 * <p>Thread-safe: immutable.
 */
final class PrometheusMessages implements Exposition.Scrape {

    /** The value that client libraries use. It marks an empty histogram as a native one. */
    private static final double ZERO_THRESHOLD = 0x1p-128;

    private final MetricSet metrics;
    private final long[] bytes; // of each family

    PrometheusMessages(MetricSet metrics) {
        this.metrics = metrics;
        this.bytes = metrics.metrics().stream()
                .mapToLong(metric -> bytes(metric, metrics.attributes()))
                .toArray();
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        CodedOutputStream coded = CodedOutputStream.newInstance(out);
        int family = 0;
        for (Metric metric : metrics.metrics()) {
            coded.writeUInt32NoTag(Math.toIntExact(bytes[family++]));
            head(metric).writeTo(coded);
            for (MetricPoint point : metric.points()) {
                coded.writeMessage(MetricFamily.METRIC_FIELD_NUMBER, series(metric, point, metrics.attributes()));
            }
        }
        coded.flush();
    }

    @Override
    public long bytes() {
        return Arrays.stream(bytes).sum(); // without the lengths of families
    }

    private static long bytes(Metric metric, Map<String, String> ofAll) {
        long bytes = head(metric).getSerializedSize();
        for (MetricPoint point : metric.points()) {
            bytes += CodedOutputStream.computeMessageSize(
                    MetricFamily.METRIC_FIELD_NUMBER, series(metric, point, ofAll));
        }
        return bytes;
    }

    private static MetricFamily head(Metric metric) {
        return MetricFamily.newBuilder()
                .setName(PrometheusNames.ofSeries(metric))
                .setHelp(metric.description())
                .setType(type(metric.kind()))
                .build();
    }

    private static dev.tollbooth.proto.prometheus.Metric series(
            Metric metric, MetricPoint point, Map<String, String> ofAll) {
        return series(metric.kind(), point)
                .addAllLabel(labels(PrometheusNames.labels(ofAll, point.attributes())))
                .build();
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

    /** Adds the buckets. Prometheus numbers them by their upper bounds, one more than OpenTelemetry's index. */
    private static void addBuckets(Histogram.Builder result, HistogramSnapshot histogram) {
        long before = 0;
        int next = 0; // the index behind the current span
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
