package dev.tollbooth.internal.instance;

import dev.tollbooth.internal.metrics.MetricSet;
import dev.tollbooth.internal.metrics.SeriesChoice;
import dev.tollbooth.internal.observe.ThreadObservers;
import java.util.List;

/**
 * A view of all instances of this JVM, for the modules besides the driver: tests, Prometheus and OpenTelemetry.
 *
 * <p>Thread-safe.
 */
public final class ThisJvm {

    private ThisJvm() {}

    /**
     * Returns the metrics of all instances that account now.
     *
     * @throws IllegalArgumentException if an instance's readers have chosen too many other series already
     */
    public static List<MetricSet> metrics(SeriesChoice choice) {
        return Instances.ofDriver().open().stream()
                .map(instance -> instance.telemetry().read(choice))
                .toList();
    }

    /** Returns the observers of all instances. */
    public static ThreadObservers observers() {
        return Instances.ofDriver().observers();
    }

    /** Returns whether there is an instance that accounts: without one nothing is observed. */
    public static boolean isAccounting() {
        return !Instances.ofDriver().open().isEmpty();
    }
}
