/**
 * Report files: written by one write each, rotated, bounded in size, and read back even if damaged.
 *
 * <p>{@code ReportFileSink} encodes a report and hands it to {@code ReportLog}. Reports that wait for the disk, bounded
 * in bytes, are written oldest first to a {@code RollingFile}. It starts a new {@code OpenFile} by size, by age, or
 * when the file's name is gone. {@code Retention} deletes the oldest files first, under a {@code DirectoryLock}: one
 * writer of a directory at a time, across processes.
 *
 * <p>A {@code Frame} is a delimited protobuf message with a marker and a CRC32C; protobuf reads both as fields. {@code
 * ReportFileReader} searches the next marker after damaged bytes and reports the skipped bytes ({@code ReportFileEnd}).
 * A length from a damaged file allocates nothing beyond the file's own bytes. {@code AbsurdReports} decides for all
 * readers which reports can't be true. {@code OwnerFiles} creates every file and directory, readable by the owner
 * alone.
 */
@NullMarked
package dev.tollbooth.internal.file;

import org.jspecify.annotations.NullMarked;
