package dev.tollbooth.prometheus;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.instance.ThisJvm;
import dev.tollbooth.internal.metrics.InstanceFigures;
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
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A binder that registers the sums over all Tollbooth instances in this JVM with a registry of Micrometer. The sums are
 * executions with their time, errors, rows read, lost executions, findings of advice, drops and request units. The
 * meter of request units exists while a single source reports all of them. {@link TollboothCollector} has histograms
 * and statements.
 *
 * <p>Thread-safe. A figure is at most a second old.
 */
public final class TollboothMeterBinder implements MeterBinder {

    private static final long FRESH_NANOS = 1_000_000_000;
    private static final String PREFIX = "tollbooth.all.";

    @GuardedBy("this")
    private List<MetricSet> last = List.of();

    @GuardedBy("this")
    private long readNanos = System.nanoTime() - FRESH_NANOS;

    /** Makes a binder; {@link #bindTo} adds the meters. */
    public TollboothMeterBinder() {}

    @Override
    public void bindTo(MeterRegistry registry) {
        // the functions refer to this binder, because a registry keeps only weak references to measured objects
        AtomicReference<@Nullable FunctionCounter> requestUnits = new AtomicReference<>();
        FunctionTimer.builder(
                        PREFIX + "executions",
                        this,
                        unused -> updated(registry, requestUnits).count(),
                        unused -> (double) figures().nanos(),
                        TimeUnit.NANOSECONDS)
                .description(Figure.COUNT.sentence())
                .register(registry);
        counter(registry, "errors", unused -> value(Figure.ERRORS), Figure.ERRORS.sentence());
        counter(registry, "rows", unused -> value(Figure.ROWS_READ), Figure.ROWS_READ.sentence());
        counter(registry, "lost", unused -> sum(InstanceFigures.LOST), "executions that found no row of their own");
        Gauge.builder(PREFIX + "findings", this, unused -> sum("tollbooth.findings"))
                .description("findings of advice: changes to make in the applications")
                .register(registry);
        counter(registry, "drops", unused -> sum(InstanceFigures.DROPS), "what was left out of reports");
        updated(registry, requestUnits);
    }

    private FunctionCounter counter(
            MeterRegistry registry, String name, ToDoubleFunction<TollboothMeterBinder> value, String description) {
        return FunctionCounter.builder(PREFIX + name, this, value)
                .description(description)
                .register(registry);
    }

    /** Reads the figures, and adds or removes the meter of request units. */
    private Figures updated(MeterRegistry registry, AtomicReference<@Nullable FunctionCounter> requestUnits) {
        Figures figures = figures();
        FunctionCounter known = requestUnits.get();
        if (figures.get(Figure.RU) == null) {
            if (known != null && requestUnits.compareAndSet(known, null)) {
                registry.remove(known);
            }
        } else if (known == null) {
            requestUnits.set(counter(registry, "request.units", unused -> value(Figure.RU), Figure.RU.sentence()));
        }
        return figures;
    }

    /** Returns the value of a figure; NaN if it is unknown. */
    private double value(Figure figure) {
        Number value = figures().get(figure);
        return value == null ? Double.NaN : value.doubleValue();
    }

    private Figures figures() {
        return sets().stream().map(MetricSet::statements).reduce(Figures.NONE, Figures::plus);
    }

    private double sum(String name) {
        return sets().stream()
                .flatMap(set -> set.metrics().stream())
                .filter(metric -> metric.name().equals(name))
                .flatMap(metric -> metric.points().stream())
                .mapToDouble(MetricPoint::value)
                .sum();
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
