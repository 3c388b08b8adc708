package dev.tollbooth.internal.file;

import dev.tollbooth.internal.report.RecordEncoder;
import dev.tollbooth.internal.report.ReportContents;
import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.internal.report.ReportSink;
import dev.tollbooth.internal.report.SinkStatus.SinkProgress;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.Report;
import java.io.Closeable;
import java.util.function.LongSupplier;

/**
 * A sink that writes reports to files, as delimited {@code tollbooth.v1.Report} messages. Each message has a checksum.
 * Another form writes the latencies of each report's window as an HdrHistogram interval log ({@code .hlog}). That log
 * has one tagged line for each digest, and one untagged line for all statements. Its values are nanoseconds, the upper
 * bounds of the latency buckets, in two significant digits.
 *
 * <p>When {@link #accept} returns, the report is on disk, waits in memory for the next attempt, or was dropped and
 * counted. A killed process leaves whole messages and at most one torn message at the end. {@link ReportFileReader}
 * detects it.
 *
 * <p>Thread-safe.
 */
public final class ReportFileSink implements ReportSink, Closeable {

    private static final byte[] NO_HEADER = {};

    private final ReportResource sender;
    private final DropCounters drops;
    private final boolean histograms;
    private final ReportLog log;

    /**
     * Makes a sink that begins its file with the first report; {@code drops} counts everything that can't be written.
     */
    public ReportFileSink(ReportFileOptions options, DropCounters drops) {
        this(options, drops, System::currentTimeMillis);
    }

    ReportFileSink(ReportFileOptions options, DropCounters drops, LongSupplier epochMillis) {
        this(options, drops, epochMillis, WriterProcess.current(), false);
    }

    ReportFileSink(
            ReportFileOptions options,
            DropCounters drops,
            LongSupplier epochMillis,
            WriterProcess process,
            boolean histograms) {
        this.sender = options.sender();
        this.drops = drops;
        this.histograms = histograms;
        RollingFile file = histograms
                ? new RollingFile(options, process, ReportFileName.HISTOGRAMS, HistogramLines::header)
                : new RollingFile(options, process, ReportFileName.REPORTS, start -> NO_HEADER);
        this.log = new ReportLog(options, file, drops, epochMillis);
    }

    /** Makes a sink that writes interval logs of latencies. */
    public static ReportFileSink ofHistograms(ReportFileOptions options, DropCounters drops) {
        return new ReportFileSink(options, drops, System::currentTimeMillis, WriterProcess.current(), true);
    }

    /** Checks whether a file can be created in the directory, and logs a warning if not. */
    @Override
    public void open() {
        log.check();
    }

    /** Writes the reports that wait, then this one. Throws nothing; {@link #status} shows a failing disk. */
    @Override
    public void accept(Report report) {
        if (histograms) {
            acceptHistograms(report);
            return;
        }
        dev.tollbooth.proto.v1.Report message = withinFrame(RecordEncoder.fileReport(report, sender));
        if (Frame.fits(message)) {
            log.append(new EncodedReport(
                    Frame.encode(message), report.window().startEpochSeconds(), ReportContents.of(report)));
        } else {
            log.refuse(ReportContents.of(report), message.getSerializedSize());
        }
    }

    /** Writes the lines of a report, if it counts any execution. */
    private void acceptHistograms(Report report) {
        byte[] lines = HistogramLines.of(report);
        if (lines.length == 0) {
            log.flush();
        } else {
            DropCount contents = new DropCount(1, report.statements().size());
            log.append(new EncodedReport(lines, report.window().startEpochSeconds(), contents));
        }
    }

    /**
     * Removes and counts the texts of a report that is too large with them. Most of these texts are also in other
     * reports.
     */
    private dev.tollbooth.proto.v1.Report withinFrame(dev.tollbooth.proto.v1.Report report) {
        if (Frame.fits(report)) {
            return report;
        }
        int texts = report.getSqlMetasCount() + report.getPlanMetasCount();
        dev.tollbooth.proto.v1.Report.Builder without =
                report.toBuilder().clearSqlMetas().clearPlanMetas();
        without.getStatementRecordsBuilderList().forEach(record -> record.clearNormalizedSql());
        drops.add(DropReason.SQL_META, new DropCount(1, texts));
        return without.build();
    }

    /** Tries to write the reports that wait. */
    public void flush() {
        log.flush();
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

    /** Tries to write the reports that wait, drops and counts the rest, and closes the file. */
    @Override
    public void close() {
        log.close();
    }
}
