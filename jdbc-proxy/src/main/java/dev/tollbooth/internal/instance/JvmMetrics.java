package dev.tollbooth.internal.instance;

import dev.tollbooth.internal.metrics.MetricSet;
import dev.tollbooth.internal.metrics.SeriesChoice;
import java.util.List;

/**
 * The metrics of all instances of this JVM, for Tollbooth's own modules for Prometheus and OpenTelemetry only.
 *
 * <p>Thread-safe.
 */
public final class JvmMetrics {

    private JvmMetrics() {}

    /**
     * Reads the instances that account now.
     *
     * @throws IllegalArgumentException if readers of an instance have chosen too many other series already
     */
    public static List<MetricSet> read(SeriesChoice choice) {
        return Instances.ofDriver().open().stream()
                .map(instance -> instance.telemetry().read(choice))
                .toList();
    }
}
