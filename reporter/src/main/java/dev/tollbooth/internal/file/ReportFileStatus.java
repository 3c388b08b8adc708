package dev.tollbooth.internal.file;

import dev.tollbooth.report.DropCount;

/**
 * The status of a writer of report files. Thread-safe: immutable.
 *
 * @param reports reports written and flushed
 * @param bytes bytes of these reports
 * @param files files begun
 * @param waitingReports reports in memory that could not be written yet
 * @param waitingBytes bytes of waiting reports
 * @param dropped reports that could neither be written nor kept, with their contents
 * @param deletedFiles files deleted to keep the total size
 * @param deletedBytes bytes of deleted files
 * @param failures failed attempts to write
 * @param failuresInRow failures since the last success
 * @param lastError the last failure's class, such as {@code java.nio.file.NoSuchFileException}; empty before the
 *     first
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
