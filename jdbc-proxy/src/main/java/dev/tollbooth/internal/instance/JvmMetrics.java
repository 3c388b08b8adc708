package dev.tollbooth.internal.instance;

import dev.tollbooth.internal.metrics.MetricAttribute;
import dev.tollbooth.internal.metrics.MetricSet;
import dev.tollbooth.internal.metrics.SeriesChoice;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The metrics of all instances of this JVM: what Tollbooth's own modules for Prometheus and OpenTelemetry read, and nobody else.
 *
 * <p>Thread-safe.
 */
public final class JvmMetrics {

    private JvmMetrics() {}

    /**
     * Reads the instances that account now; one whose name another one has gets a number behind it.
     *
     * @throws IllegalArgumentException if an instance's readers have chosen too many other series already
     */
    public static List<MetricSet> read(SeriesChoice choice) {
        List<MetricSet> result = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Instance instance : Instances.ofDriver().open()) {
            MetricSet read = instance.telemetry().read(choice);
            String name = instance.settings().name();
            String free = name;
            for (int suffix = 2; !names.add(free); suffix++) {
                free = name + "-" + suffix;
            }
            Map<String, String> attributes = new LinkedHashMap<>(read.attributes());
            attributes.put(MetricAttribute.INSTANCE, free);
            result.add(new MetricSet(read.epochMillis(), attributes, read.metrics()));
        }
        return result;
    }
}
