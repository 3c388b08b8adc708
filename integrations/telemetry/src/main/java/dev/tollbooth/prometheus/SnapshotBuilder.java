package dev.tollbooth.prometheus;

import dev.tollbooth.internal.metrics.ExponentialBuckets;
import dev.tollbooth.internal.metrics.Metric;
import dev.tollbooth.internal.metrics.MetricPoint;
import dev.tollbooth.internal.metrics.PrometheusNames;
import dev.tollbooth.statement.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.Exemplar;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * A builder of one metric of all instances for client_java.
 *
 * <p>Not thread-safe.
 *
 * @param adding a function that adds a series
 * @param building a function that returns the snapshot
 */
record SnapshotBuilder(BiConsumer<Labels, MetricPoint> adding, Supplier<MetricSnapshot> building) {

    private static final int BUCKET_STEP = 5;
    private static final int LAST_BUCKET = 449;
    private static final double PICOS_PER_SECOND = 1e12;

    static SnapshotBuilder of(Metric metric) {
        String name = PrometheusNames.of(metric);
        return switch (metric.kind()) {
            case COUNTER -> counter(name, metric);
            case GAUGE -> gauge(name, metric);
            case LATENCIES -> histogram(name, metric);
            case COUNT_AND_SUM -> summary(name, metric);
        };
    }

    private static SnapshotBuilder counter(String name, Metric metric) {
        CounterSnapshot.Builder builder = CounterSnapshot.builder().name(name).help(metric.description());
        return new SnapshotBuilder(
                (labels, point) -> builder.dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder()
                        .labels(labels)
                        .value(point.value())
                        .build()),
                builder::build);
    }

    private static SnapshotBuilder gauge(String name, Metric metric) {
        GaugeSnapshot.Builder builder = GaugeSnapshot.builder().name(name).help(metric.description());
        return new SnapshotBuilder(
                (labels, point) -> builder.dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder()
                        .labels(labels)
                        .value(point.value())
                        .build()),
                builder::build);
    }

    private static SnapshotBuilder histogram(String name, Metric metric) {
        var builder = io.prometheus.metrics.model.snapshots.HistogramSnapshot.builder()
                .name(name)
                .help(metric.description());
        return new SnapshotBuilder((labels, point) -> builder.dataPoint(latencies(labels, point)), builder::build);
    }

    private static SnapshotBuilder summary(String name, Metric metric) {
        SummarySnapshot.Builder builder = SummarySnapshot.builder().name(name).help(metric.description());
        return new SnapshotBuilder(
                (labels, point) -> {
                    var summary = SummarySnapshot.SummaryDataPointSnapshot.builder()
                            .labels(labels)
                            .count(point.count());
                    summary.sum(point.value());
                    builder.dataPoint(summary.build());
                },
                builder::build);
    }

    void add(Labels labels, MetricPoint point) {
        adding.accept(labels, point);
    }

    MetricSnapshot build() {
        return building.get();
    }

    private static HistogramDataPointSnapshot latencies(Labels labels, MetricPoint point) {
        HistogramSnapshot histogram = point.histogram();
        NativeHistogramBuckets.Builder buckets = NativeHistogramBuckets.builder();
        for (int bucket = histogram.firstBucket(); bucket <= histogram.lastBucket(); bucket++) {
            if (histogram.count(bucket) > 0) {
                // client_java identifies a bucket by its upper bound
                buckets.bucket(ExponentialBuckets.index(bucket) + 1, histogram.count(bucket));
            }
        }
        HistogramDataPointSnapshot.Builder result = HistogramDataPointSnapshot.builder()
                .classicHistogramBuckets(classic(histogram))
                .nativeSchema(ExponentialBuckets.SCALE)
                .nativeZeroCount(0)
                .nativeBucketsForPositiveValues(buckets.build())
                .exemplars(exemplars(point))
                .labels(labels);
        result.sum(point.value());
        return result.build();
    }

    private static Exemplars exemplars(MetricPoint point) {
        Exemplars.Builder result = Exemplars.builder();
        for (dev.tollbooth.internal.trace.Exemplar exemplar : point.exemplars()) {
            result.exemplar(Exemplar.builder()
                    .value(exemplar.seconds())
                    .traceId(exemplar.ids().traceId())
                    .spanId(exemplar.ids().spanId())
                    .timestampMillis(exemplar.epochMillis())
                    .build());
        }
        return result.build();
    }

    private static ClassicHistogramBuckets classic(HistogramSnapshot histogram) {
        ClassicHistogramBuckets.Builder result = ClassicHistogramBuckets.builder();
        long before = 0;
        for (int high = 0; high < LAST_BUCKET; high += BUCKET_STEP) {
            long upTo = histogram.cumulative(high);
            result.bucket(HistogramSnapshot.highPicos(high) / PICOS_PER_SECOND, upTo - before);
            before = upTo;
        }
        return result.bucket(Double.POSITIVE_INFINITY, histogram.total() - before)
                .build();
    }
}
