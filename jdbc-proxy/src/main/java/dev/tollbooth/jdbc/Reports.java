package dev.tollbooth.jdbc;

import dev.tollbooth.accounting.control.Failures;
import dev.tollbooth.accounting.control.Place;
import dev.tollbooth.accounting.report.ItemInterval;
import dev.tollbooth.accounting.report.ReportConsumer;
import dev.tollbooth.accounting.ru.TopRu;
import dev.tollbooth.jdbc.proxy.Instruments;
import dev.tollbooth.reporter.Reporter;
import dev.tollbooth.reporter.Subscription;
import dev.tollbooth.reporter.TopRuWindows;
import dev.tollbooth.reporter.file.HistogramLogSink;
import dev.tollbooth.reporter.file.ReportFileOptions;
import dev.tollbooth.reporter.file.ReportFileSink;
import dev.tollbooth.reporter.grpc.GrpcReports;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What leaves one instance: the reporter and the sinks that settings ask for.
 *
 * <p>Thread-safe.
 */
final class Reports implements AutoCloseable {

    private final TopRu topRu;
    private final Reporter reporter;
    private final Failures failures;
    /** What is closed when the reporter has sent its last. */
    private final List<AutoCloseable> afterwards = new ArrayList<>(4); // guarded by this

    private boolean closed; // guarded by this

    Reports(String instance, TopRu topRu, Instruments instruments) {
        this.topRu = topRu;
        this.failures = instruments.failures();
        this.reporter = new Reporter(
                instance,
                new TopRuWindows(topRu, instruments.plans()),
                instruments.statements(),
                instruments.drops(),
                instruments.ticker(),
                System::currentTimeMillis,
                failures);
        topRu.start();
    }

    Reporter reporter() {
        return reporter;
    }

    /** Opens the sinks that the settings name; files get all that was counted since the instance began. */
    void open(ReportSettings settings, String instance) {
        Path directory = settings.directory();
        if (directory != null) {
            reporter.includeAllSoFar();
            ReportFileOptions options = settings.fileOptions(directory, instance);
            ReportFileSink reports = new ReportFileSink(options, reporter.drops());
            add("file", reports, reports, settings.interval());
            if (settings.histogramLogs()) {
                HistogramLogSink histograms = new HistogramLogSink(options, reporter.drops());
                add("hlog", histograms, histograms, settings.interval());
            }
        }
        openGrpc(settings);
    }

    private synchronized void add(String name, ReportConsumer consumer, AutoCloseable file, ItemInterval interval) {
        subscribe(name, consumer, interval);
        afterwards.add(file);
    }

    /** Opens port and agent; a failure is logged and counted, and the application goes on. */
    private synchronized void openGrpc(ReportSettings settings) {
        try {
            if (settings.grpcPort() > 0) {
                afterwards.add(GrpcReports.serve(reporter, settings.grpcPort()));
            }
            if (!settings.grpcAgent().isEmpty()) {
                afterwards.add(GrpcReports.push(reporter, settings.grpcAgent()));
            }
        } catch (RuntimeException | LinkageError e) {
            // such a message names a port or a missing library
            System.getLogger("dev.tollbooth")
                    .log(System.Logger.Level.WARNING, "no reports over gRPC: " + e.getMessage());
            failures.caught(Place.REPORT, e);
        }
    }

    /** Gives {@code consumer} each report until the result is closed. */
    Subscription subscribe(String name, ReportConsumer consumer, ItemInterval interval) {
        return reporter.subscribe(name, consumer, interval);
    }

    /** Sends what is open and ends all sinks; a second call does nothing. */
    @Override
    public void close() {
        List<AutoCloseable> open;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            open = List.copyOf(afterwards);
            afterwards.clear();
        }
        reporter.expectLastReports();
        topRu.close();
        reporter.close();
        for (AutoCloseable sink : open) {
            try {
                sink.close();
            } catch (Exception e) {
                failures.caught(Place.CLOSE, e);
            }
        }
    }
}
