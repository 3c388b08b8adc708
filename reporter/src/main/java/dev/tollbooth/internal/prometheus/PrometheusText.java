package dev.tollbooth.internal.prometheus;

import dev.tollbooth.internal.metrics.Metric;
import dev.tollbooth.internal.metrics.MetricKind;
import dev.tollbooth.internal.metrics.MetricPoint;
import dev.tollbooth.internal.metrics.MetricSet;
import dev.tollbooth.internal.metrics.PrometheusNames;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.internal.trace.Exemplar;
import dev.tollbooth.statement.HistogramSnapshot;
import java.math.BigDecimal;
import java.util.Map;

/**
 * Metrics in Prometheus' text format 0.0.4, or as OpenMetrics, which has exemplars; with classic histograms: of the 450 buckets every fifth bound, ten to a power of
 * ten, always the same ones, so that series stay comparable.
 *
 * <p>Not thread-safe: one writes one text.
 */
final class PrometheusText {

    static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";
    static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    private static final int BUCKET_STEP = 5;
    private static final int PICOS_SCALE = 12;
    private static final int MILLIS_SCALE = 3;

    private final StringBuilder text = new StringBuilder(64 << 10);

    private final boolean openMetrics;

    private PrometheusText(boolean openMetrics) {
        this.openMetrics = openMetrics;
    }

    static String of(MetricSet metrics) {
        return new PrometheusText(false).all(metrics);
    }

    static String openMetrics(MetricSet metrics) {
        return new PrometheusText(true).all(metrics) + "# EOF\n";
    }

    private String all(MetricSet metrics) {
        metrics.metrics().forEach(metric -> metric(metric, metrics.attributes()));
        return text.toString();
    }

    private void metric(Metric metric, Map<String, String> ofAll) {
        String name = PrometheusNames.ofSeries(metric);
        String family = openMetrics ? PrometheusNames.of(metric) : name;
        text.append("# HELP ").append(family).append(' ').append(metric.description());
        text.append("\n# TYPE ").append(family).append(' ').append(type(metric.kind()));
        text.append('\n');
        for (MetricPoint point : metric.points()) {
            String labels = labels(PrometheusNames.labels(ofAll, point.attributes()));
            switch (metric.kind()) {
                case COUNTER, GAUGE -> line(name, "", labels, number(point.value()));
                case LATENCIES -> histogram(name, labels, point);
                case COUNT_AND_SUM -> countAndSum(name, labels, point);
            }
        }
    }

    private static String type(MetricKind kind) {
        return switch (kind) {
            case COUNTER -> "counter";
            case GAUGE -> "gauge";
            case LATENCIES -> "histogram";
            case COUNT_AND_SUM -> "summary";
        };
    }

    private void histogram(String name, String labels, MetricPoint point) {
        HistogramSnapshot histogram = point.histogram();
        long below = 0;
        int bucket = 0;
        for (int high = 1; high < LatencyBuckets.COUNT; high += BUCKET_STEP) {
            for (; bucket < high; bucket++) {
                below += histogram.count(bucket);
            }
            bucketLine(name, labels, bound(high), below, exemplar(point, high - BUCKET_STEP, high));
        }
        bucketLine(name, labels, "+Inf", histogram.total(), exemplar(point, bucket, LatencyBuckets.COUNT));
        countAndSum(name, labels, point);
    }

    /** Returns the first of the buckets from {@code low} on and below {@code high}, as it is written behind their count. */
    private String exemplar(MetricPoint point, int low, int high) {
        if (!openMetrics) {
            return "";
        }
        for (Exemplar exemplar : point.exemplars()) {
            int bucket = LatencyBuckets.index(exemplar.elapsedNanos());
            if (bucket >= low && bucket < high) {
                return " # {" + labels(PrometheusNames.labels(exemplar)) + "} " + exemplar.seconds() + ' '
                        + BigDecimal.valueOf(exemplar.epochMillis(), MILLIS_SCALE);
            }
        }
        return "";
    }

    private static String bound(int bucket) {
        return Double.toString(
                BigDecimal.valueOf(LatencyBuckets.lowPicos(bucket), PICOS_SCALE).doubleValue());
    }

    private void bucketLine(String name, String labels, String le, long count, String exemplar) {
        text.append(name).append("_bucket{").append(labels).append(labels.isEmpty() ? "" : ",");
        text.append("le=\"")
                .append(le)
                .append("\"} ")
                .append(count)
                .append(exemplar)
                .append('\n');
    }

    private void countAndSum(String name, String labels, MetricPoint point) {
        line(name, "_sum", labels, number(point.value()));
        line(name, "_count", labels, Long.toString(point.count()));
    }

    private void line(String name, String suffix, String labels, String value) {
        text.append(name).append(suffix);
        if (!labels.isEmpty()) {
            text.append('{').append(labels).append('}');
        }
        text.append(' ').append(value).append('\n');
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    private static String labels(Map<String, String> all) {
        StringBuilder labels = new StringBuilder(160);
        all.forEach((name, value) -> {
            labels.append(labels.isEmpty() ? "" : ",").append(name).append("=\"");
            labels.append(value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"));
            labels.append('"');
        });
        return labels.toString();
    }
}
