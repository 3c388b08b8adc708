package dev.tollbooth.reporter.file;

import dev.tollbooth.accounting.report.DropCount;
import dev.tollbooth.accounting.report.DropCounters;
import dev.tollbooth.accounting.report.DropReason;
import java.io.Closeable;
import java.io.IOException;
import java.util.function.LongSupplier;

/**
 * Writes encoded reports to a rolling file, and keeps in memory what cannot be written: it is tried again with each
 * report and at the end. What is more than may wait is dropped, the oldest first, and counted.
 *
 * <p>A disk's failure is no exception here: it is told by {@link #status}, and logged once until writing works again.
 *
 * <p>Thread-safe: one lock, never held by the application's threads. {@link #status} does not wait for a slow disk.
 */
final class ReportLog implements Closeable {

    private final RollingFile file;
    private final WaitingReports waiting;
    private final DropCounters drops;
    private final LongSupplier epochMillis;
    private final String directory;
    private boolean failing; // all fields guarded by this
    private boolean closed;
    private long reports;
    private long bytes;
    private long failures;
    private DropCount dropped = DropCount.NONE;
    private String lastError = "";
    private volatile long heldBytes;
    private volatile ReportFileStatus status = ReportFileStatus.NEW;

    ReportLog(ReportFileOptions options, RollingFile file, DropCounters drops, LongSupplier epochMillis) {
        this.file = file;
        this.waiting = new WaitingReports(options.maxWaitingSize());
        this.drops = drops;
        this.epochMillis = epochMillis;
        this.directory = options.directory().toString();
    }

    /** Writes {@code message}, after those that wait; {@code contents} is what is lost if it is dropped. */
    synchronized void append(byte[] message, DropCount contents) {
        waiting.add(message, contents);
        heldBytes = waiting.bytes();
        if (closed) {
            drop(waiting.dropAll());
        } else {
            writeWaiting();
            drop(waiting.dropExcess());
        }
        publishStatus();
    }

    /** Tries to write what waits. */
    synchronized void flush() {
        if (!closed) {
            writeWaiting();
            publishStatus();
        }
    }

    /** Returns the bytes that are being written or wait; does not wait for a slow disk. */
    long heldBytes() {
        return heldBytes;
    }

    ReportFileStatus status() {
        return status;
    }

    /** Writes what waits, drops and counts what still cannot be written, and closes the file. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        writeWaiting();
        drop(waiting.dropAll());
        file.close();
        publishStatus();
    }

    private void writeWaiting() {
        try {
            for (byte[] next = waiting.first(); next != null; next = waiting.first()) {
                file.append(next, epochMillis.getAsLong());
                waiting.removeFirst();
                reports++;
                bytes += next.length;
            }
            works();
            file.deleteOldest();
        } catch (IOException e) {
            failed(e);
        }
    }

    private void works() {
        if (failing) {
            failing = false;
            log().log(System.Logger.Level.INFO, "report files are written again: directory=" + directory);
        }
    }

    private void failed(IOException failure) {
        failures++;
        lastError = failure.getClass().getName();
        if (!failing) {
            failing = true;
            log().log(
                            System.Logger.Level.WARNING,
                            "cannot write report files: directory=" + directory + ", cause=" + failure
                                    + "; make room there or make it writable, reports wait in memory meanwhile");
        }
    }

    private static System.Logger log() {
        return System.getLogger("dev.tollbooth");
    }

    private void drop(DropCount lost) {
        if (lost.times() > 0) {
            dropped = dropped.plus(lost);
            drops.add(DropReason.FILE_UNWRITABLE, lost);
        }
    }

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
                lastError);
    }
}
