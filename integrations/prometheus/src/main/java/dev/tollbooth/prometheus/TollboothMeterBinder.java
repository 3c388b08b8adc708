package dev.tollbooth.prometheus;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.instance.ThisJvm;
import dev.tollbooth.internal.metrics.Metric;
import dev.tollbooth.internal.metrics.MetricAttribute;
import dev.tollbooth.internal.metrics.MetricPoint;
import dev.tollbooth.internal.metrics.MetricSet;
import dev.tollbooth.internal.metrics.SeriesChoice;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * A binder of the sums of all Tollbooth instances in this JVM to any registry of Micrometer: executions with their
 * time, errors, rows, request units, and drops. {@link TollboothCollector} has histograms and statements.
 *
 * <p>Thread-safe. A figure is at most a second old.
 */
public final class TollboothMeterBinder implements MeterBinder {

    private static final long FRESH_NANOS = 1_000_000_000;
    private static final String DURATION = "db.client.operation.duration";

    @GuardedBy("this")
    private List<MetricSet> last = List.of();

    @GuardedBy("this")
    private long readNanos = System.nanoTime() - FRESH_NANOS;

    /** Makes a binder that reads nothing before a registry asks. */
    public TollboothMeterBinder() {}

    @Override
    public void bindTo(MeterRegistry registry) {
        // the functions hold this binder, because a registry holds measured objects weakly
        FunctionTimer.builder(
                        "tollbooth.all.executions",
                        this,
                        unused -> (long) sum(DURATION, point -> (double) point.count()),
                        unused -> sum(DURATION, MetricPoint::value),
                        TimeUnit.SECONDS)
                .description("Executions of all statements, as the application saw them")
                .register(registry);
        FunctionCounter.builder("tollbooth.all.errors", this, unused -> sum(DURATION, TollboothMeterBinder::errors))
                .description("Executions that ended with an exception")
                .register(registry);
        counter(registry, "tollbooth.all.rows", "db.client.response.returned_rows", "Rows that the application read");
        counter(registry, "tollbooth.all.request.units", "tollbooth.statement.request_units", "Request units");
        counter(registry, "tollbooth.all.lost", "tollbooth.lost", "Executions that found no row of their own");
        Gauge.builder("tollbooth.all.findings", this, unused -> sum("tollbooth.findings", MetricPoint::value))
                .description("Findings of advice: changes to make in the applications")
                .register(registry);
        counter(registry, "tollbooth.all.drops", "tollbooth.drops", "What was left out of reports");
    }

    private void counter(MeterRegistry registry, String name, String metric, String description) {
        FunctionCounter.builder(name, this, unused -> sum(metric, MetricPoint::value))
                .description(description)
                .register(registry);
    }

    private static double errors(MetricPoint point) {
        return point.attributes().containsKey(MetricAttribute.ERROR_TYPE) ? point.count() : 0;
    }

    private double sum(String name, ToDoubleFunction<MetricPoint> value) {
        double sum = 0;
        for (MetricSet set : sets()) {
            for (Metric metric : set.metrics()) {
                if (metric.name().equals(name)) {
                    sum += metric.points().stream().mapToDouble(value).sum();
                }
            }
        }
        return sum;
    }

    private synchronized List<MetricSet> sets() {
        long now = System.nanoTime();
        if (now - readNanos >= FRESH_NANOS) {
            last = ThisJvm.metrics(SeriesChoice.DEFAULT);
            readNanos = now;
        }
        return last;
    }
}
