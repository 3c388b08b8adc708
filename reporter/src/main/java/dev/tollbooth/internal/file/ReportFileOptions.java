package dev.tollbooth.internal.file;

import dev.tollbooth.internal.report.ReportResource;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The place and limits of report files.
 *
 * @param directory created if missing; other processes may share it
 * @param sender the sender of the reports; its instance's name is part of the files' names
 * @param maxFileSize bytes; a file that would exceed them is closed and the next one begun
 * @param maxTotalSize bytes of all report files in the directory, other processes' too; the oldest closed ones are
 *     deleted first
 * @param maxAge the age of its first report at which a file is closed and the next one begun
 * @param maxWaitingSize bytes of encoded reports kept in memory while they can't be written
 */
public record ReportFileOptions(
        Path directory,
        ReportResource sender,
        long maxFileSize,
        long maxTotalSize,
        Duration maxAge,
        long maxWaitingSize) {

    private static final long MEGABYTE = 1L << 20;

    /** Checks that one file is within the total. */
    public ReportFileOptions {
        if (maxFileSize < 1 || maxTotalSize < maxFileSize || maxWaitingSize < 0 || maxAge.toSeconds() < 1) {
            throw new IllegalArgumentException("bad sizes of report files: maxFileSize=" + maxFileSize
                    + ", maxTotalSize=" + maxTotalSize + ", maxWaitingSize=" + maxWaitingSize + ", maxAge=" + maxAge
                    + ", use sizes above 0, a total not below a file's, and an age of a second or more");
        }
    }

    /** Returns options for files of at most 64 MB and one day, {@code maxTotalSize} in all, 16 MB waiting. */
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
