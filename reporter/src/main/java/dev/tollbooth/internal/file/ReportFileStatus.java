package dev.tollbooth.internal.file;

import dev.tollbooth.report.DropCount;

/**
 * The status of a writer of report files. Thread-safe: immutable.
 *
 * @param reports the number of reports that are on disk
 * @param bytes the bytes of these reports
 * @param files the number of files that were begun
 * @param waitingReports the number of reports in memory that could not be written yet
 * @param waitingBytes the bytes of these reports
 * @param dropped the reports that could neither be written nor kept, with the counts in them
 * @param deletedFiles the number of files that were deleted to limit the total size
 * @param deletedBytes the bytes of deleted files
 * @param failures the number of failed attempts to write
 * @param failuresInRow the number of failures since the last success
 * @param lastError the class of the last failure, such as {@code java.nio.file.NoSuchFileException}; empty before the
 *     first failure
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
