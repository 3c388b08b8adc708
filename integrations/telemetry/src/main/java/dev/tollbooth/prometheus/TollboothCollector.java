package dev.tollbooth.prometheus;

import dev.tollbooth.internal.instance.ThisJvm;
import dev.tollbooth.internal.metrics.Metric;
import dev.tollbooth.internal.metrics.MetricPoint;
import dev.tollbooth.internal.metrics.MetricSet;
import dev.tollbooth.internal.metrics.PrometheusNames;
import dev.tollbooth.internal.metrics.SeriesChoice;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A collector of the metrics of all Tollbooth instances in this JVM for a registry of Prometheus' client_java 1.x:
 * {@code PrometheusRegistry.defaultRegistry.register(new TollboothCollector())}. Latencies are native histograms of
 * schema 4 with all 450 buckets. For the text format they are also classic histograms with ten bounds per decade.
 *
 * <p>Thread-safe.
 */
public final class TollboothCollector implements MultiCollector {

    private final SeriesChoice choice;

    /**
     * Makes a collector with a series for each of the 100 statement summaries with the most time, and one for all
     * others.
     */
    public TollboothCollector() {
        this(false, SeriesChoice.DEFAULT.top());
    }

    /**
     * Makes a collector with a given number of series, for statements or summaries.
     *
     * @param byDigest true for a series for each digest, with the label of the digest; false for a series for each
     *     summary, which several digests may share
     * @param top the number of series for the statements with the most time, 1 to 10,000; all others have one series
     *     together
     * @throws IllegalArgumentException if {@code top} is too small or too large
     */
    public TollboothCollector(boolean byDigest, int top) {
        this.choice = new SeriesChoice(byDigest, top);
    }

    @Override
    public MetricSnapshots collect() {
        Map<String, SnapshotBuilder> families = new LinkedHashMap<>();
        for (MetricSet set : ThisJvm.metrics(choice)) {
            for (Metric metric : set.metrics()) {
                SnapshotBuilder family = families.computeIfAbsent(metric.name(), name -> SnapshotBuilder.of(metric));
                for (MetricPoint point : metric.points()) {
                    family.add(labels(set, point), point);
                }
            }
        }
        return new MetricSnapshots(
                families.values().stream().map(SnapshotBuilder::build).toArray(MetricSnapshot[]::new));
    }

    private static Labels labels(MetricSet set, MetricPoint point) {
        Labels.Builder labels = Labels.builder();
        PrometheusNames.labels(set.attributes(), point.attributes()).forEach(labels::label);
        return labels.build();
    }
}
