package dev.tollbooth.internal.file;

import dev.tollbooth.report.DropCount;

/**
 * A report in the form of a file.
 *
 * @param message its bytes
 * @param startEpochSeconds the begin of its window
 * @param contents the loss if it is dropped
 */
@SuppressWarnings("ArrayRecordComponent") // not compared, and too large to copy
record EncodedReport(byte[] message, long startEpochSeconds, DropCount contents) {}
