package dev.tollbooth.internal.file;

import dev.tollbooth.internal.report.ReportResource;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The place and limits of report files.
 *
 * @param directory the directory, which is created if it is missing and may be shared with other processes
 * @param sender the sender of the reports; the instance's name is part of the files' names
 * @param maxFileSize the most bytes of a file; before a report that would exceed them, the next file is begun
 * @param maxTotalSize the most bytes of all report files in the directory, including those of other processes; the
 *     oldest closed files are deleted first
 * @param maxAge the age at which a file is closed and the next one is begun
 * @param maxWaitingSize the most bytes of encoded reports that are kept in memory while they can't be written
 */
public record ReportFileOptions(
        Path directory,
        ReportResource sender,
        long maxFileSize,
        long maxTotalSize,
        Duration maxAge,
        long maxWaitingSize) {

    private static final long MEGABYTE = 1L << 20;

    /** Checks that the sizes and the age are valid. */
    public ReportFileOptions {
        if (maxFileSize < 1 || maxTotalSize < maxFileSize || maxWaitingSize < 0 || maxAge.toSeconds() < 1) {
            throw new IllegalArgumentException("bad sizes of report files: maxFileSize=" + maxFileSize
                    + ", maxTotalSize=" + maxTotalSize + ", maxWaitingSize=" + maxWaitingSize + ", maxAge=" + maxAge
                    + ", use sizes above 0, a total not below a file's, and an age of a second or more");
        }
    }

    /** Returns options with {@code maxTotalSize}, 64 MB and one day for each file, and 16 MB for waiting reports. */
    public static ReportFileOptions of(Path directory, ReportResource sender, long maxTotalSize) {
        return new ReportFileOptions(
                directory,
                sender,
                Math.min(64 * MEGABYTE, maxTotalSize),
                maxTotalSize,
                Duration.ofDays(1),
                16 * MEGABYTE);
    }
}
