package dev.tollbooth.internal.prometheus;

import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.internal.metrics.Metric;
import dev.tollbooth.internal.metrics.MetricAttribute;
import dev.tollbooth.internal.metrics.MetricKind;
import dev.tollbooth.internal.metrics.MetricPoint;
import dev.tollbooth.internal.metrics.MetricSet;
import dev.tollbooth.internal.metrics.PrometheusNames;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.internal.trace.Exemplar;
import dev.tollbooth.statement.HistogramSnapshot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A writer of metrics in Prometheus' text format 0.0.4, or in OpenMetrics, which has exemplars. Histograms are classic
 * ones and have every fifth bound of the 450 buckets, ten per power of ten. The bounds are always the same, so that
 * series stay comparable.
 *
 * <p>Not thread-safe: one object writes one text.
 */
public final class PrometheusText {

    private static final int BUCKET_STEP = 5;
    private static final int PICOS_SCALE = 12;
    private static final int MILLIS_SCALE = 3;

    /** The number of lines of a series of latencies: one for each bound, infinity, sum and count. */
    private static final int HISTOGRAM_LINES = (LatencyBuckets.COUNT + BUCKET_STEP - 2) / BUCKET_STEP + 3;
    /** The length of a line besides name and labels: {@code le}, punctuation and a number. */
    private static final int REST_OF_LINE = 40;
    /** The length of a label besides its name and value. */
    private static final int PUNCTUATION = 4;

    /** The bounds in seconds, which each series has. */
    private static final List<String> BOUNDS = IntStream.iterate(
                    1, high -> high < LatencyBuckets.COUNT, high -> high + BUCKET_STEP)
            .mapToObj(PrometheusText::bound)
            .toList();

    private final Writer out;
    private final boolean openMetrics;
    private final StringBuilder text = new StringBuilder(32 << 10); // of the next line

    private PrometheusText(Writer out, boolean openMetrics) {
        this.out = out;
        this.openMetrics = openMetrics;
    }

    /** Writes all metrics, with one series at a time in memory. */
    static void write(MetricSet metrics, boolean openMetrics, OutputStream out) throws IOException {
        PrometheusText text = new PrometheusText(new OutputStreamWriter(out, StandardCharsets.UTF_8), openMetrics);
        for (Metric metric : metrics.metrics()) {
            text.metric(metric, metrics.attributes());
        }
        if (openMetrics) {
            text.text.append("# EOF\n");
        }
        text.flush();
        text.out.flush();
    }

    /** Returns all metrics as OpenMetrics text. */
    public static String openMetrics(MetricSet metrics) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            write(metrics, true, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // an array throws none
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    /** Returns the approximate number of bytes that {@link #write} writes. */
    static long bytes(MetricSet metrics) {
        long bytes = 0;
        int ofAll = labelsLength(metrics.attributes());
        for (Metric metric : metrics.metrics()) {
            int lines = switch (metric.kind()) {
                case COUNTER, GAUGE -> 1;
                case COUNT_AND_SUM -> 2;
                case LATENCIES -> HISTOGRAM_LINES;
            };
            int rest = PrometheusNames.ofSeries(metric).length() + REST_OF_LINE + ofAll;
            for (MetricPoint point : metric.points()) {
                bytes += (long) lines * (rest + labelsLength(point.attributes()));
            }
        }
        return bytes;
    }

    /** Returns the length of a series' attributes as labels, without making them. */
    private static int labelsLength(Map<String, String> attributes) {
        int length = 0;
        for (Map.Entry<String, String> attribute : attributes.entrySet()) {
            if (!attribute.getKey().equals(MetricAttribute.TEXT)) {
                length += attribute.getKey().length() + PrintableText.labelLength(attribute.getValue()) + PUNCTUATION;
            }
        }
        return length;
    }

    private void flush() throws IOException {
        out.append(text);
        text.setLength(0);
    }

    private void metric(Metric metric, Map<String, String> ofAll) throws IOException {
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
            flush();
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
            bucketLine(name, labels, BOUNDS.get(high / BUCKET_STEP), below, exemplar(point, high - BUCKET_STEP, high));
        }
        bucketLine(name, labels, "+Inf", histogram.total(), exemplar(point, bucket, LatencyBuckets.COUNT));
        countAndSum(name, labels, point);
    }

    /**
     * Returns the text that follows a bucket's count: the first exemplar in the buckets from {@code low} to below
     * {@code high}. The text is empty if there is no such exemplar, or if the format is not OpenMetrics.
     */
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
            labels.append(PrintableText.label(value));
            labels.append('"');
        });
        return labels.toString();
    }
}
