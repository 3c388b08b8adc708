package dev.tollbooth.opentelemetry;

import dev.tollbooth.internal.metrics.Metric;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.Data;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.resources.Resource;

/**
 * One metric of an instance in the form of OpenTelemetry's SDK.
 *
 * <p>Thread-safe: immutable.
 *
 * @param resource the application
 * @param metric the metric's name, unit and description
 * @param data the points
 */
record EncodedMetric(Resource resource, Metric metric, Data<?> data) implements MetricData {

    private static final InstrumentationScopeInfo SCOPE = InstrumentationScopeInfo.create("dev.tollbooth");

    @Override
    public Resource getResource() {
        return resource;
    }

    @Override
    public InstrumentationScopeInfo getInstrumentationScopeInfo() {
        return SCOPE;
    }

    @Override
    public String getName() {
        return metric.name();
    }

    @Override
    public String getDescription() {
        return metric.description();
    }

    @Override
    public String getUnit() {
        return metric.unit();
    }

    @Override
    public MetricDataType getType() {
        return switch (metric.kind()) {
            case COUNTER -> MetricDataType.DOUBLE_SUM;
            case GAUGE -> MetricDataType.DOUBLE_GAUGE;
            case LATENCIES -> MetricDataType.EXPONENTIAL_HISTOGRAM;
            case COUNT_AND_SUM -> MetricDataType.HISTOGRAM;
        };
    }

    @Override
    public Data<?> getData() {
        return data;
    }
}
