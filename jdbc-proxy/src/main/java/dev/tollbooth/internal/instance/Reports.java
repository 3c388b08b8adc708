package dev.tollbooth.internal.instance;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.control.Problem;
import dev.tollbooth.internal.control.Problems;
import dev.tollbooth.internal.control.Scheduler;
import dev.tollbooth.internal.execution.AccountingContext;
import dev.tollbooth.internal.file.ReportFileOptions;
import dev.tollbooth.internal.file.ReportFileSink;
import dev.tollbooth.internal.metrics.Telemetry;
import dev.tollbooth.internal.otlp.OtlpOptions;
import dev.tollbooth.internal.otlp.OtlpSink;
import dev.tollbooth.internal.provider.GrpcAgentOptions;
import dev.tollbooth.internal.provider.GrpcPortOptions;
import dev.tollbooth.internal.provider.GrpcProvider;
import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.internal.report.ReportSink;
import dev.tollbooth.internal.report.Reporter;
import dev.tollbooth.internal.report.WindowSource;
import dev.tollbooth.internal.settings.ReportSettings;
import dev.tollbooth.internal.settings.Setting;
import dev.tollbooth.internal.settings.Settings;
import dev.tollbooth.internal.topru.TopRu;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.ReportConsumer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.function.LongConsumer;

/**
 * The reporter of one instance, and the sinks in its settings.
 *
 * <p>Thread-safe.
 */
final class Reports implements AutoCloseable {

    private final TopRu topRu;
    private final Reporter reporter;
    private final Failures failures;
    private final Problems problems;
    // closed after the reporter's last report
    @GuardedBy("this")
    private final List<AutoCloseable> files = new ArrayList<>(2);

    @GuardedBy("this")
    private final List<LongConsumer> network = new ArrayList<>(2);

    @GuardedBy("this")
    private boolean closed;

    Reports(String instance, TopRu topRu, AccountingContext instruments, Problems problems, Scheduler worker) {
        this.topRu = topRu;
        this.failures = instruments.failures();
        this.problems = problems;
        this.reporter = new Reporter(
                instance,
                new WindowSource.OfTopRu(topRu, instruments.costs().plans()),
                instruments.statements(),
                instruments.notices().drops(),
                instruments.ticker(),
                System::currentTimeMillis,
                failures,
                worker);
    }

    Reporter reporter() {
        return reporter;
    }

    /** Opens the sinks that the settings name; files get everything since the start. */
    void open(Settings all, Telemetry telemetry) {
        ReportSettings settings = all.report();
        Path directory = settings.directory();
        if (directory != null) {
            reporter.includeAllSoFar();
            ReportFileOptions options = settings.fileOptions(directory, sender(all));
            ReportFileSink reports = new ReportFileSink(options, reporter.drops());
            add("file", reports, reports, settings.interval());
            if (settings.histogramLogs()) {
                ReportFileSink histograms = ReportFileSink.ofHistograms(options, reporter.drops());
                add("hlog", histograms, histograms, settings.interval());
            }
        }
        openGrpc(settings);
        if (settings.sendsMetrics()) {
            send(all, telemetry);
        }
    }

    /** Sends metrics to the collector in the settings; logs an obstacle once. */
    private void send(Settings settings, Telemetry telemetry) {
        try {
            OtlpOptions options = OtlpOptions.of(
                    settings.report().otlp(),
                    System.getenv(),
                    cause -> problems.add(new Problem("metrics are not sent as the environment says", cause)));
            OtlpSink sink = new OtlpSink(options, telemetry, sender(settings), Version.TEXT, reporter.drops());
            add("otlp", sink, sink, settings.report().interval());
        } catch (IllegalArgumentException e) {
            problems.add(new Problem("no metrics to a collector", String.valueOf(e.getMessage())));
        } catch (LinkageError e) {
            problems.add(new Problem(
                    "no metrics to a collector",
                    Setting.REPORT_OTLP.key + ": this Java has no java.net.http; add that module"));
        } catch (RuntimeException e) {
            failures.caught(Place.REPORT, e);
        }
    }

    /**
     * Returns the sender of reports, from the environment or the framework. A value that can't be read is logged once
     * and left out.
     */
    private ReportResource sender(Settings settings) {
        return ReportResource.of(
                        settings.name(),
                        System.getenv(),
                        cause -> problems.add(new Problem("reports do not name their sender", cause)))
                .orOfService(settings.report().service());
    }

    private synchronized void add(String name, ReportConsumer consumer, AutoCloseable file, ItemInterval interval) {
        reporter.subscribe(name, consumer, interval);
        files.add(file);
    }

    /** Opens the sink to the agent before the port, so that subscribers can't use up the subscription of the agent. */
    private void openGrpc(ReportSettings settings) {
        GrpcAgentOptions agent = settings.grpcAgent();
        if (agent != null) {
            openGrpc("to an agent", provider -> provider.push(reporter, agent));
        }
        GrpcPortOptions port = settings.grpcPort();
        if (port != null) {
            openGrpc("to subscribers", provider -> provider.serve(reporter, port));
        }
    }

    /**
     * Opens a gRPC sink. A sink that can't be opened is logged once, and the application continues. Only failures of
     * Tollbooth itself are counted as failures.
     */
    private synchronized void openGrpc(String to, Function<GrpcProvider, LongConsumer> opening) {
        try {
            network.add(opening.apply(ServiceLoader.load(GrpcProvider.class, GrpcProvider.class.getClassLoader())
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(
                            "TopSQL is not in this jar: missing=topsql; take the jar that Tollbooth publishes"))));
        } catch (IllegalStateException | IllegalArgumentException e) {
            // this message names a setting, or a missing library
            problems.add(new Problem("no reports " + to + " over gRPC", String.valueOf(e.getMessage())));
        } catch (RuntimeException | LinkageError | ServiceConfigurationError e) {
            failures.caught(Place.REPORT, e);
        }
    }

    /** Sends unreported figures and closes all sinks; a second call does nothing. See {@link Reporter#close}. */
    @Override
    public void close() {
        close(false);
    }

    /** Closes all sinks as {@link #close} does, at the end of the process; see {@link Reporter#closeAtExit}. */
    void closeAtExit() {
        close(true);
    }

    private void close(boolean exiting) {
        List<AutoCloseable> openFiles;
        List<LongConsumer> openNetwork;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            openFiles = List.copyOf(files);
            openNetwork = List.copyOf(network);
        }
        reporter.expectLastReports();
        end(topRu);
        long start = System.nanoTime();
        end(exiting ? reporter::closeAtExit : reporter);
        openFiles.forEach(this::end);
        for (LongConsumer grpc : openNetwork) {
            end(() -> grpc.accept(ReportSink.NETWORK_PATIENCE_NANOS - (System.nanoTime() - start)));
        }
    }

    private void end(AutoCloseable sink) {
        try {
            sink.close();
        } catch (Exception e) {
            failures.caught(Place.CLOSE, e);
        }
    }
}
