package dev.tollbooth.internal.metrics;

import java.util.List;

/**
 * One metric with its series.
 *
 * @param name OpenTelemetry's name, such as {@code db.client.operation.duration}
 * @param kind the kind of its values
 * @param unit the UCUM unit, such as {@code s}, {@code By} or {@code {row}}
 * @param description a short text without a full stop
 * @param points one point per series
 */
public record Metric(String name, MetricKind kind, String unit, String description, List<MetricPoint> points) {

    /** Copies the list. */
    public Metric {
        points = List.copyOf(points);
    }
}
