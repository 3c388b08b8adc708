package dev.tollbooth.internal.file;

import dev.tollbooth.internal.report.RecordEncoder;
import dev.tollbooth.internal.report.ReportContents;
import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.internal.report.ReportSink;
import dev.tollbooth.internal.report.SinkProgress;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.Report;
import java.io.Closeable;
import java.util.function.LongSupplier;

/**
 * A sink that writes reports to files, as delimited {@code tollbooth.v1.Report} messages. Each message has a checksum.
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
    private final ReportLog log;

    /**
     * Makes a sink that begins its file with the first report; {@code drops} counts everything that can't be written.
     */
    public ReportFileSink(ReportFileOptions options, DropCounters drops) {
        this(options, drops, System::currentTimeMillis);
    }

    ReportFileSink(ReportFileOptions options, DropCounters drops, LongSupplier epochMillis) {
        this(options, drops, epochMillis, WriterProcess.current());
    }

    ReportFileSink(ReportFileOptions options, DropCounters drops, LongSupplier epochMillis, WriterProcess process) {
        this.sender = options.sender();
        this.drops = drops;
        RollingFile file = new RollingFile(options, process, ReportFileName.REPORTS, start -> NO_HEADER);
        this.log = new ReportLog(options, file, drops, epochMillis);
    }

    /** Checks whether a file can be created in the directory, and logs a warning if not. */
    @Override
    public void open() {
        log.check();
    }

    /** Writes the reports that wait, then this one. Throws nothing; {@link #status} shows a failing disk. */
    @Override
    public void accept(Report report) {
        dev.tollbooth.proto.v1.Report message = withinFrame(RecordEncoder.fileReport(report, sender));
        if (Frame.fits(message)) {
            log.append(new EncodedReport(
                    Frame.encode(message), report.window().startEpochSeconds(), ReportContents.of(report)));
        } else {
            log.refuse(ReportContents.of(report), message.getSerializedSize());
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
