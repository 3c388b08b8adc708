package dev.tollbooth.internal.file;

import dev.tollbooth.report.DropCount;

/**
 * A report that is encoded for a file.
 *
 * @param message the bytes to write
 * @param startEpochSeconds the start of the report's window, seconds since 1970 UTC
 * @param contents the counts of the report, which are added to the drops if it can't be written
 */
@SuppressWarnings("ArrayRecordComponent") // not compared, and too large to copy
record EncodedReport(byte[] message, long startEpochSeconds, DropCount contents) {}
