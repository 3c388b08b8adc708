package dev.tollbooth.internal.file;

import dev.tollbooth.internal.report.RecordEncoder;
import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.report.Report;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/**
 * A report file written for another process, byte by byte as that process would have written it. Simulations of
 * many processes use it. {@link ReportFileSink} is for reports of this process, and keeps them when the disk is full.
 *
 * <p>Not thread-safe.
 */
public final class FinishedReportFile implements Closeable {

    private final ReportResource sender;
    private final OutputStream out;

    private FinishedReportFile(ReportResource sender, OutputStream out) {
        this.sender = sender;
        this.out = out;
    }

    /**
     * Begins the file of {@code sender} that begins at {@code epochMillis}.
     *
     * @throws IOException if the file exists, or can't be created
     */
    public static FinishedReportFile begin(Path directory, ReportResource sender, long epochMillis) throws IOException {
        String process = ReportFileName.ofProcess(sender.host(), sender.processId());
        ReportFileName name = ReportFileName.begun(process, sender.instance(), epochMillis, ReportFileName.REPORTS);
        Path file = directory.resolve(name.toString());
        return new FinishedReportFile(sender, new BufferedOutputStream(OwnerFiles.create(file), 1 << 16));
    }

    /**
     * Adds the next report.
     *
     * @throws IOException if it cannot be written
     */
    public void add(Report report) throws IOException {
        out.write(Frame.encode(RecordEncoder.fileReport(report, sender)));
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
