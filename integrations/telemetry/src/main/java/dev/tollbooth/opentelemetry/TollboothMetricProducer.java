package dev.tollbooth.opentelemetry;

import dev.tollbooth.internal.instance.ThisJvm;
import dev.tollbooth.internal.metrics.Metric;
import dev.tollbooth.internal.metrics.MetricSet;
import dev.tollbooth.internal.metrics.SeriesChoice;
import io.opentelemetry.sdk.metrics.data.MetricData;
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
}
