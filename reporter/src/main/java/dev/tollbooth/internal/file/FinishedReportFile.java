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
 * A report file written for another process, with the same bytes as that process would have written. Simulations of
 * many processes use it. {@link ReportFileSink} writes the reports of this process, and keeps them in memory while the
 * disk is full.
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
     * Creates a file of {@code sender} whose name has the start time {@code epochMillis}.
     *
     * @throws IOException if the file exists or can't be created
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
     * @throws IOException if the report can't be written
     */
    public void add(Report report) throws IOException {
        out.write(Frame.encode(RecordEncoder.fileReport(report, sender)));
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
