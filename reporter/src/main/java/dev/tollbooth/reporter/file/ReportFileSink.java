package dev.tollbooth.reporter.file;

import com.google.protobuf.CodedOutputStream;
import dev.tollbooth.accounting.report.DropCount;
import dev.tollbooth.accounting.report.DropCounters;
import dev.tollbooth.accounting.report.Report;
import dev.tollbooth.accounting.report.RuItem;
import dev.tollbooth.accounting.report.RuRecord;
import dev.tollbooth.reporter.RecordEncoder;
import dev.tollbooth.reporter.ReportSink;
import java.io.Closeable;
import java.io.IOException;
import java.util.function.LongSupplier;

/**
 * Writes reports to files, as delimited {@code tollbooth.v1.Report} messages.
 *
 * <p>Each report is on disk when {@link #accept} returns, or waits in memory to be tried again with the next one. A
 * killed process leaves whole messages and at most one torn one, the last, which {@link ReportFileReader} finds.
 *
 * <p>Thread-safe.
 */
public final class ReportFileSink implements ReportSink, Closeable {

    private static final byte[] NO_HEADER = {};

    private final ReportLog log;

    /** Begins no file before the first report; what cannot be written is counted in {@code drops}. */
    public ReportFileSink(ReportFileOptions options, DropCounters drops) {
        this(options, drops, System::currentTimeMillis);
    }

    ReportFileSink(ReportFileOptions options, DropCounters drops, LongSupplier epochMillis) {
        this(options, drops, epochMillis, WriterProcess.current());
    }

    ReportFileSink(ReportFileOptions options, DropCounters drops, LongSupplier epochMillis, WriterProcess process) {
        RollingFile file = new RollingFile(options, process, ReportFileName.REPORTS, start -> NO_HEADER);
        this.log = new ReportLog(options, file, drops, epochMillis);
    }

    /** Writes the report, and those that wait. Throws nothing: a disk that fails is told by {@link #status}. */
    @Override
    public void accept(Report report) {
        log.append(delimited(RecordEncoder.fileReport(report)), contents(report));
    }

    /** Returns what is lost if the report is: once, its keys, and the sums of its items. */
    private static DropCount contents(Report report) {
        DropCount contents = new DropCount(1, report.window().ruRecords().size(), 0, 0, 0);
        for (RuRecord key : report.window().ruRecords()) {
            for (RuItem item : key.items()) {
                contents = contents.plus(new DropCount(0, 0, item.ru(), item.execCount(), item.execDurationNanos()));
            }
        }
        return contents;
    }

    /** Tries to write the reports that wait. */
    public void flush() {
        log.flush();
    }

    @Override
    public long heldBytes() {
        return log.heldBytes();
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

    /** Returns the message with its length before it, as {@code parseDelimitedFrom} reads. */
    private static byte[] delimited(dev.tollbooth.proto.v1.Report message) {
        int size = message.getSerializedSize();
        byte[] bytes = new byte[CodedOutputStream.computeUInt32SizeNoTag(size) + size];
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        try {
            out.writeUInt32NoTag(size);
            message.writeTo(out);
            out.checkNoSpaceLeft();
        } catch (IOException e) {
            throw new IllegalStateException("message of another size than it says: size=" + size, e);
        }
        return bytes;
    }
}
