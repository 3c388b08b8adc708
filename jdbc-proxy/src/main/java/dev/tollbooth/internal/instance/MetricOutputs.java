package dev.tollbooth.internal.instance;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.control.Problem;
import dev.tollbooth.internal.control.Problems;
import dev.tollbooth.internal.execution.AccountingContext;
import dev.tollbooth.internal.memory.MemoryPart;
import dev.tollbooth.internal.memory.MemoryTraceManager;
import dev.tollbooth.internal.metrics.InstanceFigures;
import dev.tollbooth.internal.metrics.SeriesChoice;
import dev.tollbooth.internal.metrics.Telemetry;
import dev.tollbooth.internal.prometheus.PrometheusPort;
import dev.tollbooth.internal.prometheus.PrometheusText;
import dev.tollbooth.internal.report.Reporter;
import dev.tollbooth.internal.settings.ListenAddress;
import dev.tollbooth.internal.settings.Setting;
import dev.tollbooth.internal.settings.Settings;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.ReportConsumer;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of an instance, and the port for Prometheus.
 *
 * <p>Thread-safe.
 */
final class MetricOutputs implements AutoCloseable {

    private final Telemetry telemetry;
    private final Failures failures;
    private final Problems problems;
    private final Reporter reporter;
    private final ItemInterval interval;
    private volatile @Nullable PrometheusPort port; // written under this

    @GuardedBy("this")
    private boolean closed;

    MetricOutputs(
            Settings settings,
            String name,
            AccountingContext instruments,
            KnownDatabase database,
            Reporter reporter,
            MemoryTraceManager memory,
            Problems problems,
            Instant madeAt) {
        this.failures = instruments.failures();
        this.problems = problems;
        this.reporter = reporter;
        this.interval = settings.report().interval();
        InstanceFigures figures = new InstanceFigures(
                instruments.statements(),
                instruments.sessions(),
                instruments.notices().exemplars(),
                instruments.notices().drops(),
                failures,
                instruments.attribution().budgets(),
                memory::tracked,
                settings.memory().limitBytes());
        this.telemetry = new Telemetry(
                figures,
                () -> database.attributes(name),
                instruments.ticker(),
                System::currentTimeMillis,
                madeAt,
                this::subscribe);
        memory.register(MemoryPart.REPORTER, "metrics", node -> node.own(heldBytes()));
    }

    private long heldBytes() {
        PrometheusPort open = port;
        return telemetry.bytes() + (open == null ? 0 : open.heldBytes());
    }

    Telemetry telemetry() {
        return telemetry;
    }

    /** Returns all metrics as text. */
    String openMetrics() {
        return PrometheusText.openMetrics(telemetry.readForAnybody(SeriesChoice.DEFAULT));
    }

    /**
     * Subscribes to reports for request units by user. If no subscription is free, the metrics have no request units by
     * user.
     */
    private void subscribe(ReportConsumer users) {
        try {
            reporter.subscribe("metrics", users, interval);
        } catch (IllegalStateException e) {
            problems.add(new Problem("no request units by user in the metrics", String.valueOf(e.getMessage())));
        }
    }

    /**
     * Opens the port {@code address}. A port that can't be opened is logged and shown, and the application
     * continues.
     */
    synchronized void open(ListenAddress address) {
        if (!address.isOn() || port != null || closed) {
            return;
        }
        try {
            port = PrometheusPort.open(address.host(), address.port(), telemetry::readForAnybody, failures);
        } catch (IOException | IllegalArgumentException e) {
            problems.add(new Problem(
                    "no port for Prometheus",
                    Setting.PROMETHEUS_LISTEN.key + "=" + address.host() + ":" + address.port() + ", exception="
                            + e.getClass().getName() + "; choose a port that is free, on an address of this machine"));
        } catch (LinkageError e) {
            problems.add(new Problem(
                    "no port for Prometheus",
                    Setting.PROMETHEUS_LISTEN.key + ": this Java has no jdk.httpserver; add that module"));
        } catch (RuntimeException e) {
            failures.caught(Place.REPORT, e);
        }
    }

    /** Closes the port; a second call does nothing. */
    @Override
    public synchronized void close() {
        closed = true;
        PrometheusPort open = port;
        port = null;
        if (open != null) {
            open.close();
        }
    }
}
