package dev.tollbooth.opentelemetry;

import dev.tollbooth.internal.instance.ThisJvm;
import dev.tollbooth.internal.metrics.Metric;
import dev.tollbooth.internal.metrics.MetricSet;
import dev.tollbooth.internal.metrics.SeriesChoice;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.Data;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.metrics.export.MetricProducer;
import io.opentelemetry.sdk.resources.Resource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A producer of the metrics of all Tollbooth instances in this JVM for OpenTelemetry's SDK: {@code
 * SdkMeterProvider.builder().registerMetricProducer(new TollboothMetricProducer())}. Latencies are cumulative
 * exponential histograms of scale 4 that no aggregator of the SDK rescales.
 *
 * <p>Thread-safe.
 */
public final class TollboothMetricProducer implements MetricProducer {

    private final SeriesChoice choice;

    /**
     * Makes a producer with a series for each of the 100 statement summaries with the most time, and one for all
     * others.
     */
    public TollboothMetricProducer() {
        this(false, SeriesChoice.DEFAULT.top());
    }

    /**
     * Makes a producer with a given number of series, for statements or summaries.
     *
     * @param byDigest true for a series for each digest, with its normalized text; false for a series for each summary,
     *     which several digests may share
     * @param top the number of series for the statements with the most time, 1 to 10,000; all others have one series
     *     together
     * @throws IllegalArgumentException if {@code top} is too small or too large
     */
    public TollboothMetricProducer(boolean byDigest, int top) {
        this.choice = new SeriesChoice(byDigest, top);
    }

    @Override
    public Collection<MetricData> produce(Resource resource) {
        List<MetricData> result = new ArrayList<>();
        for (MetricSet set : ThisJvm.metrics(choice)) {
            PointEncoder points = new PointEncoder(set);
            for (Metric metric : set.metrics()) {
                result.add(new EncodedMetric(resource, metric, points.data(metric)));
            }
        }
        return result;
    }

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
}
