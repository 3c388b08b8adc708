package dev.tollbooth.internal.metrics;

import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.internal.trace.Exemplar;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A converter that turns metric names into Prometheus' names. A name there has underscores instead of dots, then the
 * unit, then {@code _total} for a counter.
 */
public final class PrometheusNames {

    private static final String OTHERS = "others";

    private PrometheusNames() {}

    /** Returns the metric's name, without the {@code _total} of a counter. */
    public static String of(Metric metric) {
        String suffix = switch (metric.unit()) {
            case "s" -> "_seconds";
            case "By" -> "_bytes";
            default -> "";
        };
        return metric.name().replace('.', '_') + suffix;
    }

    /** Returns the name of a metric's series. */
    public static String ofSeries(Metric metric) {
        return metric.kind() == MetricKind.COUNTER ? of(metric) + "_total" : of(metric);
    }

    /** Returns the labels of an exemplar. */
    public static Map<String, String> labels(Exemplar exemplar) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("trace_id", exemplar.ids().traceId());
        labels.put("span_id", exemplar.ids().spanId());
        return labels;
    }

    /**
     * Returns the labels of a series: first the common labels, then its own. The text of a statement is left out. The
     * series of all others has the label {@code others} with the value {@code true}. For the
     * series of keys that have left, the value is {@code left-} and the value of {@link MetricAttribute#LEFT}.
     * Unprintable characters are escaped, except line feeds, which each format escapes itself.
     */
    public static Map<String, String> labels(Map<String, String> ofAll, Map<String, String> own) {
        Map<String, String> labels = new LinkedHashMap<>();
        ofAll.forEach((name, value) -> put(labels, name, value));
        own.forEach((name, value) -> {
            switch (name) {
                case MetricAttribute.TEXT -> {}
                case MetricAttribute.OVERFLOW -> labels.putIfAbsent(OTHERS, value);
                case MetricAttribute.LEFT -> labels.put(OTHERS, "left-" + value);
                default -> put(labels, name, value);
            }
        });
        return labels;
    }

    private static void put(Map<String, String> labels, String name, String value) {
        labels.put(name.replace('.', '_'), PrintableText.escapeLines(value));
    }
}
