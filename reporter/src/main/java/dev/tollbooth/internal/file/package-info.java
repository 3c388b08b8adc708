/**
 * Report files: rotated, bounded in size, and readable even if damaged.
 *
 * <p>{@code ReportFileSink} encodes a report and passes it to {@code ReportLog}, which writes the oldest report first
 * to a {@code RollingFile}. The bytes of reports that wait for the disk are bounded. {@code RollingFile} starts a new
 * {@code OpenFile} by size or age, or if the last one is damaged or was deleted. {@code Retention} deletes the oldest
 * files first. {@code DirectoryLock} allows one writer of a directory at a time, across processes.
 *
 * <p>A {@code Frame} is a delimited protobuf message with a marker and a CRC32C; protobuf reads marker and checksum as
 * fields. After damaged bytes, {@code ReportFileReader} searches for the next marker; {@code ReportFileEnd} lists the
 * skipped bytes. A damaged length never makes the reader allocate more bytes than the file has. {@code AbsurdReports}
 * decides for all readers which reports can't be true. {@code OwnerFiles} creates every file and directory, readable by
 * the owner alone.
 */
@NullMarked
package dev.tollbooth.internal.file;

import org.jspecify.annotations.NullMarked;
