package dev.tollbooth.internal.file;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.control.Log;
import dev.tollbooth.internal.report.SinkStatus.SinkProgress;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.DropReason;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A writer of encoded reports to a rolling file. Reports that can't be written wait in memory until the next report,
 * {@link #flush} or {@link #close}. If they exceed the limit, the oldest are dropped and counted.
 *
 * <p>A failing disk causes no exception. {@link #status} and {@link #progress} show it, and one line is logged until
 * writing works again. While the JVM ends, that line goes to standard error, because logging may have ended before.
 *
 * <p>Thread-safe by one lock. The application's threads take it only to flush or close. {@link #status} does not wait
 * for a slow disk.
 */
final class ReportLog implements Closeable {

    private final RollingFile file;
    private final WaitingReports waiting;
    private final DropCounters drops;
    private final LongSupplier epochMillis;
    private final String directory;

    @GuardedBy("this")
    private boolean failing;

    @GuardedBy("this")
    private boolean closed;

    @GuardedBy("this")
    private long reports;

    @GuardedBy("this")
    private long bytes;

    @GuardedBy("this")
    private long failures;

    @GuardedBy("this")
    private int failuresInRow;

    @GuardedBy("this")
    private boolean tooLargeToldOf;

    @GuardedBy("this")
    private DropCount dropped = DropCount.NONE;

    @GuardedBy("this")
    private @Nullable IOException lastFailure;

    private volatile long heldBytes;
    private volatile ReportFileStatus status = ReportFileStatus.NEW;

    ReportLog(ReportFileOptions options, RollingFile file, DropCounters drops, LongSupplier epochMillis) {
        this.file = file;
        this.waiting = new WaitingReports(options.maxWaitingSize());
        this.drops = drops;
        this.epochMillis = epochMillis;
        this.directory = options.directory().toString();
    }

    /** Checks before the first report whether reports can be written, and logs a failure. */
    synchronized void check() {
        if (closed) {
            return;
        }
        try {
            file.check(epochMillis.getAsLong());
        } catch (IOException e) {
            failed(e);
        }
        publishStatus();
    }

    /** Writes the reports that wait, then {@code report}. After {@link #close}, drops and counts {@code report}. */
    synchronized void append(EncodedReport report) {
        waiting.add(report);
        heldBytes = waiting.bytes();
        if (closed) {
            drop(waiting.dropAll());
        } else {
            writeWaiting();
            drop(waiting.dropExcess());
        }
        publishStatus();
    }

    /** Drops and counts a report of {@code length} bytes, which no reader would accept. */
    synchronized void refuse(DropCount contents, int length) {
        drop(contents);
        tooLarge(length, "one may be", "lower tollbooth.digests.size");
        publishStatus();
    }

    /** Tries to write the reports that wait. */
    synchronized void flush() {
        if (!closed) {
            writeWaiting();
            publishStatus();
        }
    }

    /** Returns the bytes of the reports that wait or are being written, without waiting for a slow disk. */
    long heldBytes() {
        return heldBytes;
    }

    ReportFileStatus status() {
        return status;
    }

    SinkProgress progress() {
        ReportFileStatus now = status;
        return new SinkProgress(
                now.reports(),
                now.waitingReports(),
                now.waitingBytes(),
                now.dropped().times(),
                now.failuresInRow(),
                now.lastError().isEmpty() ? null : now.lastError());
    }

    /** Tries to write the reports that wait, drops and counts the rest, and closes the file. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        writeWaiting();
        if (waiting.count() > 0) {
            Log.warning("reports lost as they could not be written: reports=" + waiting.count() + ", bytes="
                    + waiting.bytes() + ", directory=" + directory + ", cause=" + lastFailure
                    + "; make it writable: tollbooth.report.dir");
        }
        drop(waiting.dropAll());
        file.close();
        publishStatus();
    }

    @GuardedBy("this")
    private void writeWaiting() {
        try {
            for (EncodedReport next = waiting.first(); next != null; next = waiting.first()) {
                if (file.fits(next)) {
                    file.append(next, epochMillis.getAsLong());
                    waiting.removeFirst();
                    reports++;
                    bytes += next.message().length;
                    works();
                } else {
                    drop(waiting.removeFirst());
                    tooLarge(next.message().length, "all report files may be", "raise tollbooth.report.max-total-size");
                }
            }
        } catch (IOException e) {
            failed(e);
        }
    }

    @GuardedBy("this")
    private void works() {
        failuresInRow = 0;
        if (failing) {
            failing = false;
            Log.info("report files are written again: directory=" + directory);
        }
    }

    @GuardedBy("this")
    private void failed(IOException failure) {
        failures++;
        failuresInRow++;
        lastFailure = failure;
        if (!failing && !closed) {
            failing = true;
            Log.warning("cannot write report files: tollbooth.report.dir=" + directory + ", cause=" + failure
                    + "; make room there or make it writable, reports wait in memory meanwhile");
        }
    }

    @GuardedBy("this")
    private void tooLarge(int length, String limit, String remedy) {
        if (!tooLargeToldOf) {
            tooLargeToldOf = true;
            Log.warning("report dropped, it is larger than " + limit + ": bytes=" + length + ", directory=" + directory
                    + "; " + remedy);
        }
    }

    @GuardedBy("this")
    private void drop(DropCount lost) {
        if (lost.times() > 0) {
            dropped = dropped.plus(lost);
            drops.add(DropReason.FILE_UNWRITABLE, lost);
        }
    }

    @GuardedBy("this")
    private void publishStatus() {
        heldBytes = waiting.bytes();
        status = new ReportFileStatus(
                reports,
                bytes,
                file.files(),
                waiting.count(),
                waiting.bytes(),
                dropped,
                file.deletedFiles(),
                file.deletedBytes(),
                failures,
                failuresInRow,
                lastFailure == null ? "" : lastFailure.getClass().getName());
    }

    /**
     * The encoded reports that are not on disk yet, in their order. Only {@link #dropExcess} limits their bytes.
     *
     * <p>Not thread-safe.
     */
    private static final class WaitingReports {

        private final long maxBytes;
        private final ArrayDeque<EncodedReport> reports = new ArrayDeque<>();
        private long bytes;

        WaitingReports(long maxBytes) {
            this.maxBytes = maxBytes;
        }

        void add(EncodedReport report) {
            reports.addLast(report);
            bytes += report.message().length;
        }

        @Nullable
        EncodedReport first() {
            return reports.peekFirst();
        }

        /** Removes the first report; returns its counts. */
        DropCount removeFirst() {
            EncodedReport first = reports.removeFirst();
            bytes -= first.message().length;
            return first.contents();
        }

        /** Drops the oldest reports until the rest is within the limit; returns the sum of the dropped counts. */
        DropCount dropExcess() {
            DropCount dropped = DropCount.NONE;
            while (bytes > maxBytes) {
                dropped = dropped.plus(removeFirst());
            }
            return dropped;
        }

        /** Drops all reports; returns the sum of their counts. */
        DropCount dropAll() {
            DropCount dropped = DropCount.NONE;
            while (!reports.isEmpty()) {
                dropped = dropped.plus(removeFirst());
            }
            return dropped;
        }

        int count() {
            return reports.size();
        }

        long bytes() {
            return bytes;
        }
    }
}
