package dev.tollbooth.internal.file;

import dev.tollbooth.report.DropCount;

/**
 * How a report file's writer fares. Thread-safe: immutable.
 *
 * @param reports written and flushed
 * @param bytes of these
 * @param files begun
 * @param waitingReports in memory, since they could not be written yet
 * @param waitingBytes of these
 * @param dropped reports that could neither be written nor kept, and what was in them
 * @param deletedFiles deleted so that all are small enough
 * @param deletedBytes of these
 * @param failures attempts to write that failed
 * @param failuresInRow of these, since the last one that did not
 * @param lastError the last failure's kind, such as {@code java.nio.file.NoSuchFileException}; empty before the first
 */
public record ReportFileStatus(
        long reports,
        long bytes,
        long files,
        long waitingReports,
        long waitingBytes,
        DropCount dropped,
        long deletedFiles,
        long deletedBytes,
        long failures,
        int failuresInRow,
        String lastError) {

    static final ReportFileStatus NEW = new ReportFileStatus(0, 0, 0, 0, 0, DropCount.NONE, 0, 0, 0, 0, "");
}
