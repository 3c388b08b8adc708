package dev.tollbooth.internal.metrics;

import java.util.List;

/**
 * One metric with its series.
 *
 * @param name as OpenTelemetry writes it, such as {@code db.client.operation.duration}
 * @param kind what its values are
 * @param unit UCUM, such as {@code s}, {@code By} or {@code {row}}
 * @param description one sentence without a full stop
 * @param points one for each series
 */
public record Metric(String name, MetricKind kind, String unit, String description, List<MetricPoint> points) {

    /** Copies the list. */
    public Metric {
        points = List.copyOf(points);
    }
}
