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
 * Writes reports to files, as delimited {@code tollbooth.v1.Report} messages with a checksum each.
 *
 * <p>Each report is on disk when {@link #accept} returns, or waits in memory to be tried again with the next one. A
 * killed process leaves whole messages and at most one torn one, the last, which {@link ReportFileReader} finds.
 *
 * <p>Thread-safe.
 */
public final class ReportFileSink implements ReportSink, Closeable {

    private static final byte[] NO_HEADER = {};

    private final ReportResource sender;
    private final DropCounters drops;
    private final ReportLog log;

    /** Begins no file before the first report; what cannot be written is counted in {@code drops}. */
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

    /** Logs a warning if no report could be written. */
    @Override
    public void open() {
        log.check();
    }

    /** Writes the report, and those that wait. Throws nothing: a disk that fails is told by {@link #status}. */
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

    /** Leaves out the texts of a report that is too large with them: most of them stand in other reports, too. */
    private dev.tollbooth.proto.v1.Report withinFrame(dev.tollbooth.proto.v1.Report report) {
        if (Frame.fits(report)) {
            return report;
        }
        int texts = report.getSqlMetasCount() + report.getPlanMetasCount();
        dev.tollbooth.proto.v1.Report.Builder without =
                report.toBuilder().clearSqlMetas().clearPlanMetas();
        without.getStatementRecordsBuilderList().forEach(record -> record.clearNormalizedSql());
        drops.add(DropReason.SQL_META, new DropCount(1, texts, 0, 0, 0));
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

    /** Returns how it fares; does not wait for a slow disk. */
    public ReportFileStatus status() {
        return log.status();
    }

    /** Writes what waits, drops and counts what still cannot be written, and closes the file. */
    @Override
    public void close() {
        log.close();
    }
}
