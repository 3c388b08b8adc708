package dev.tollbooth.internal.file;

import dev.tollbooth.internal.report.ReportSink;
import dev.tollbooth.internal.report.SinkProgress;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.Report;
import java.io.Closeable;
import java.util.function.LongSupplier;

/**
 * A sink that writes the latencies of each report's window as an HdrHistogram interval log ({@code .hlog}). The log has
 * one tagged line for each digest, and one untagged line for all statements. Values are nanoseconds, the upper bounds
 * of the latency buckets, in two significant digits.
 *
 * <p>Thread-safe.
 */
public final class HistogramLogSink implements ReportSink, Closeable {

    private final ReportLog log;

    /** Makes a sink that begins its file with the first report; {@code drops} counts reports that can't be written. */
    public HistogramLogSink(ReportFileOptions options, DropCounters drops) {
        this(options, drops, System::currentTimeMillis);
    }

    HistogramLogSink(ReportFileOptions options, DropCounters drops, LongSupplier epochMillis) {
        this(options, drops, epochMillis, WriterProcess.current());
    }

    HistogramLogSink(ReportFileOptions options, DropCounters drops, LongSupplier epochMillis, WriterProcess process) {
        RollingFile file = new RollingFile(options, process, ReportFileName.HISTOGRAMS, HistogramLines::header);
        this.log = new ReportLog(options, file, drops, epochMillis);
    }

    /** Checks whether a file can be created in the directory, and logs a warning if not. */
    @Override
    public void open() {
        log.check();
    }

    /** Writes the lines that wait, then those of the report, if it has any. Throws nothing. */
    @Override
    public void accept(Report report) {
        byte[] lines = HistogramLines.of(report);
        if (lines.length == 0) {
            log.flush();
        } else {
            log.append(new EncodedReport(
                    lines,
                    report.window().startEpochSeconds(),
                    new DropCount(1, report.statements().size())));
        }
    }

    @Override
    public SinkProgress progress() {
        return log.progress();
    }

    @Override
    public long heldBytes() {
        return log.heldBytes();
    }

    @Override
    public boolean isLocal() {
        return true;
    }

    @Override
    public long bytes() {
        return log.status().bytes();
    }

    /** Returns the status without waiting for a slow disk. */
    public ReportFileStatus status() {
        return log.status();
    }

    /** Tries to write the lines that wait, drops and counts the rest, and closes the file. */
    @Override
    public void close() {
        log.close();
    }
}
